-- A claim says that money was paid by hand: like the books it is only ever added to, whoever is connected.
create trigger claims_kept before update or delete or truncate on claims for each statement execute function refuse_change();
