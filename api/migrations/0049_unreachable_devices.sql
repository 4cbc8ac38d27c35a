-- Since when every look-up of the device has failed, before anything was requested from the issuer: after a day the money goes back.
alter table withdrawals add unreachable_since timestamptz;
