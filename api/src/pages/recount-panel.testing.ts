/** Compares every figure of Panel, Sample and Partners with the plain rows. */

import { addDays } from '@panel/domain/calendar';
import type { PartnersPageData } from '@panel/domain/console/money-pages';
import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { DAY_MS } from '@panel/domain/durations';
import { PANELIST_STATUSES } from '@panel/domain/panelists/status';
import { PARTNERS } from '@panel/domain/partners/partners';
import { seededRandom } from '@panel/domain/seeded-random';
import { describe, expect, it } from 'vitest';
import type { GeneratedPanel } from '../../test/generated-panel.ts';
import {
  activeIn,
  ageGroupsOn,
  codesOf,
  cohortOf,
  dayOf,
  joinedBy,
  ofStatus,
  partnerFigures,
  profileOf,
  reversalsOf,
  sum,
  weekOf,
} from '../../test/recount-panel.ts';
import { qualityOn } from '../../test/recount-quality.ts';
import type { QualityPageData } from '../quality/quality-page.ts';
import { COUNTED_QUESTIONS } from '../sampling/questions.ts';

/** To be called at the top of a test file. */
export function checkPanelPages(world: () => GeneratedPanel): void {
  describe('Panel', () => {
    it.each(PANELIST_STATUSES)('its size, growth, activity and cohorts: %s', async (status) => {
      const { diary, day, night, page } = world();
      const panel = await page<PanelPageData>(`panel?status=${status}`);
      const sizeOn = (on: string) => ofStatus(diary.get(on) ?? night, status).length * Number(diary.has(on));
      const isActive = status === 'approved';
      const activeOn = (days: number, on: string) =>
        isActive ? activeIn(diary.get(on) ?? night, days, on) * Number(diary.has(on)) : null;
      expect(panel).toMatchObject({
        countedOn: day,
        size: sizeOn(day),
        sizeBefore30Days: sizeOn(addDays(day, -30)),
        joinedIn30Days: joinedBy(night, status, day),
      });
      expect(panel.active).toEqual(
        isActive ? [7, 30, 90, 365].map((days) => ({ days, people: activeIn(night, days, day) })) : [],
      );
      expect(panel.growth).toEqual(
        panel.growth.map(({ day: on }) => ({
          day: on,
          size: sizeOn(on),
          activeIn90Days: activeOn(90, on),
          activeIn30Days: activeOn(30, on),
          activeIn7Days: activeOn(7, on),
        })),
      );
      expect(panel.cohorts).toEqual(panel.cohorts.map(({ month }) => cohortOf(diary, day, month)));
    });

    it('its composition by every question, and crossings', async () => {
      const { day, night, page, vault } = world();
      const ages = ageGroupsOn(vault, day);
      const members = ofStatus(night, 'approved').map((one) => profileOf(night, one));
      const random = seededRandom(1);
      const ids = [...COUNTED_QUESTIONS.keys()];
      for (const row of ids) {
        const column = ids[Math.floor(random() * ids.length)] ?? 'age';
        const { composition, crossed } = await page<PanelPageData>(`panel?question=${row}&row=${row}&column=${column}`);
        const has = (id: string, code: string) => (one: (typeof members)[number]) =>
          codesOf(one, id, ages)?.includes(code);
        const optionsOf = (id: string) => COUNTED_QUESTIONS.get(id)?.options ?? [];
        const answered = members.filter((one) => codesOf(one, row, ages));
        expect(composition).toMatchObject({
          id: row,
          answered: answered.length,
          answers: optionsOf(row).map(({ label, code }) => ({ label, people: members.filter(has(row, code)).length })),
        });
        expect(crossed.answered, `${row} × ${column}`).toBe(
          answered.filter((one) => codesOf(one, column, ages)).length,
        );
        expect(crossed.rows, `${row} × ${column}`).toEqual(
          optionsOf(row).map(({ label, code }) => ({
            label,
            people: optionsOf(column).map(
              (other) => members.filter(has(row, code)).filter(has(column, other.code)).length,
            ),
          })),
        );
      }
    });
  });

  describe('Quality', () => {
    it('its scores, and the completes of each month', async () => {
      const { day, night, page } = world();
      const quality = await page<QualityPageData>('quality');
      expect(quality).toEqual(qualityOn(night, day));
      expect(quality.scores.at(-1)?.people).toBeGreaterThan(0);
      expect(sum(quality.months.map(({ fast }) => fast))).toBeGreaterThan(0);
      expect(sum(quality.months.map(({ contradictory }) => contradictory))).toBeGreaterThan(0);
      expect(sum(quality.months.map(({ reversed }) => reversed))).toBeGreaterThan(0);
    });
  });

  describe('Sample', () => {
    it.each([
      '',
      'answer=gender:male',
      'answer=lsm_appliances:tv&answer=settlement_type:urban&answer=settlement_type:rural',
      'answer=lsm:5&answer=lsm:6&answer=lsm:7',
    ])('its steps and cells: %s', async (query) => {
      const { now, at, page, countOf } = world();
      const { narrowing, quota } = await page<{
        narrowing: { rule: string; people: number }[];
        quota: { columns: { code: string }[]; rows: { code: string; cells: { available: number }[] }[] };
      }>(`sample?${query}&quotaRow=marital_status&quotaColumn=lsm&finishedWanted=3`);
      const rules = [...new URLSearchParams(query).getAll('answer')].map((one) => one.split(':'));
      let left = ofStatus(now, 'approved');
      const steps = [left.length];
      const keep = (keeps: (one: (typeof left)[number]) => boolean) => {
        left = left.filter(keeps);
        return left.length;
      };
      const questions = narrowing.filter(({ rule }) => rule === 'answer').length;
      const byQuestion = [...new Set(rules.map(([id]) => id ?? ''))];
      expect(questions).toBe(byQuestion.length);
      for (const id of byQuestion)
        keep((one) =>
          rules.some(([of, code]) => of === id && codesOf(profileOf(now, one), id, new Map())?.includes(code ?? '')),
        );
      if (questions > 0) steps.push(left.length);
      const since = at.getTime();
      const isOptedIn = (id: string) => now.preferences.some((one) => one.panelist_id === id && one.receive);
      steps.push(keep(({ id, last_active_at: at }) => isOptedIn(id) && at.getTime() > since - 365 * DAY_MS));
      const contacts = (id: string) =>
        now.messages.filter(
          (one) =>
            one.panelist_id === id &&
            ['invitation', 'task', 'task-reminder'].includes(one.kind) &&
            one.state !== 'dropped' &&
            one.created_at.getTime() >= since - 7 * DAY_MS,
        ).length;
      steps.push(keep(({ id }) => contacts(id) < 3));
      // Of several rules, the order is the page's choice.
      expect(
        narrowing
          .filter(({ rule }, index) => rule !== 'answer' || narrowing[index + 1]?.rule !== 'answer')
          .map(({ people }) => people),
      ).toEqual(steps);
      expect(await countOf(query)).toBe(steps.at(-1));
      const isOf = (id: string, code: string) => (one: (typeof left)[number]) =>
        codesOf(profileOf(now, one), id, new Map())?.includes(code);
      for (const { code, cells } of quota.rows)
        expect(cells.map(({ available }) => available)).toEqual(
          quota.columns.map(
            (column) => left.filter(isOf('marital_status', code)).filter(isOf('lsm', column.code)).length,
          ),
        );
      const placed = left.filter(
        (one) => profileOf(now, one)?.lsm_group && profileOf(now, one)?.answers.marital_status,
      );
      expect(sum(quota.rows.flatMap(({ cells }) => cells.map(({ available }) => available)))).toBe(placed.length);
      expect(placed.length).toBeGreaterThan(0);
    });
  });

  describe('Partners', () => {
    it.each([7, 30, 90])('its figures of %i days', async (days) => {
      const { day, night, page } = world();
      const partners = await page<PartnersPageData>(`partners?days=${days}`);
      const from = addDays(day, 1 - days);
      expect(partners).toMatchObject({ from, to: day });
      expect(partners.partners).toMatchObject(PARTNERS.map((partner) => partnerFigures(night, partner, from, day)));
      for (const { entered, completed, pending, released, reversed } of partners.partners) {
        expect(completed).toBeLessThanOrEqual(entered);
        expect(pending + released + reversed).toBeLessThanOrEqual(completed);
      }
      const events = night.partner_events.filter(({ received_at: at }) => dayOf(at) >= from && dayOf(at) <= day);
      const ofPartner = (partner: string, trust: string) =>
        events.filter((one) => one.partner === partner && one.trust === trust).length;
      expect(partners.callbacks).toEqual(
        PARTNERS.map((partner) => ({
          partner,
          verified: ofPartner(partner, 'verified'),
          failed: ofPartner(partner, 'failed'),
        })),
      );
      const technical = night.partner_events.filter(({ outcome, raw_code: code }) => outcome === 'technical' && code);
      const daysOf = (partner: string, code: string) =>
        technical
          .filter((one) => one.partner === partner && one.raw_code === code)
          .map(({ received_at: at }) => dayOf(at))
          .sort();
      expect(partners.codes.length).toBe(
        new Set(technical.filter((one) => events.includes(one)).map((one) => `${one.partner}:${one.raw_code}`)).size,
      );
      for (const { partner, code, seen, firstAt, lastAt } of partners.codes) {
        const all = daysOf(partner, code);
        expect([seen, dayOf(new Date(firstAt)), dayOf(new Date(lastAt))]).toEqual([
          all.filter((on) => on >= from).length,
          all[0],
          all.at(-1),
        ]);
      }
    });

    it('its weeks of entry and months of reward', async () => {
      const { night, page } = world();
      const { weeks, months } = await page<PartnersPageData>('partners');
      expect(weeks).toEqual(weeks.map(({ week }) => weekOf(night, week)));
      expect(months.map(({ partners }) => partners)).toEqual(
        months.map(({ month }) => PARTNERS.map((partner) => reversalsOf(night, month, partner))),
      );
    });
  });
}
