-- The moment of a deletion is also that of the wallet's last transfer, so that the two could be joined. The day says enough for how long it is kept.
update tombstones set deleted_at = date_trunc('day', deleted_at, 'Africa/Johannesburg');
