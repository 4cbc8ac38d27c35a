-- After a restore a voucher that the issuer's file has under a lost reference is found by the issuer's own number of it.
create index vouchers_transaction on vouchers (issuer_transaction);
