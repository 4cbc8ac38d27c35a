/** The baseline for the server's calls: Fastify, one named select from a small table, and nothing else. */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query(`create table bench_control as select n as id, 'approved' as status from generate_series(0, 9999) n`);
await pool.query('alter table bench_control add primary key (id)');
await pool.query('vacuum analyze bench_control');
const app = Fastify();
app.get<{ Params: { n: string } }>('/rows/:n', async ({ params }) => {
  const select = {
    name: 'row',
    text: 'select id, status from bench_control where id = $1',
    values: [Number(params.n)],
  };
  return (await pool.query(select)).rows[0];
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ ready: address });
process.on('disconnect', () => process.exit());
