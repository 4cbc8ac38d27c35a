-- The end of a survey without a completion: what can be reported about it.

alter table disputes drop constraint disputes_kind_check;
alter table disputes add check
  (kind in ('no-reward', 'reward-reversed', 'reward-too-small', 'stopped-early', 'asked-private', 'other'));
