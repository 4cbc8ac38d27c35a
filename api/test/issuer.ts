import type { IssueResult } from '../src/rewards/issuer.ts';

/** A voucher issuer that answers as a test says; by default it issues one voucher per reference. */
export function scriptedIssuer() {
  const issued = new Map<string, IssueResult>();
  let next: ((request: { reference: string; amountCents: bigint }) => Promise<IssueResult>)[] = [];
  const issue = async (request: { reference: string; amountCents: bigint }): Promise<IssueResult> => {
    const scripted = next.shift();
    if (scripted) return scripted(request);
    const voucher: IssueResult = issued.get(request.reference) ?? {
      kind: 'issued',
      pin: String(10n ** 15n + BigInt(issued.size)),
      serial: `S${1000 + issued.size}`,
      transaction: `T${issued.size}`,
      expiresOn: '2029-11-15',
    };
    issued.set(request.reference, voucher);
    return voucher;
  };
  return {
    issue,
    issued,
    answers: (...results: (IssueResult | (() => Promise<IssueResult>))[]) => {
      next = results.map((result) => async () => (typeof result === 'function' ? result() : result));
    },
  };
}
