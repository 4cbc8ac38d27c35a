-- While a freeze is not lifted no voucher is asked for: the issuer's books and ours differ, and nobody knows yet why.

create table payout_freezes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  reason text not null,
  lifted_at timestamptz
);
create unique index payout_freezes_one on payout_freezes ((true)) where lifted_at is null;
