import { serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// What PostgREST 14.17 answered for functions that a test project has to have.
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  const db = sql(stack)
  await db.unsafe(`
    create function public.raise(code text, message text) returns void language plpgsql as $$ begin
      raise exception using errcode = code, message = message, detail = 'det', hint = 'hin'; end $$;
    create function public.one_row() returns table (num numeric, big bigint, nan float8, bytes bytea, doc jsonb)
      language sql stable as $$ select 12.50, 9007199254740993, 'NaN'::float8, '\\xdead'::bytea, '{"b": 1, "aa": 1.50}'::jsonb $$;
    create function public.same_json(doc jsonb) returns jsonb language sql stable as 'select doc';
    create function public.same_text(word text) returns text language sql stable as 'select word';
    create function public.same_list(list text[]) returns text[] language sql stable as 'select list';
    create function public.same_number(number int) returns int language sql stable as 'select number';
    create function public.lock_two(a int, b int) returns int language plpgsql as $$ begin
      perform pg_advisory_xact_lock(a); perform pg_sleep(0.5); perform pg_advisory_xact_lock(b); return a; end $$;
    create table public.rows (id int primary key, word text default 'x');
    create table public.lists (id int primary key, tags text[], doc jsonb);
    insert into public.lists values (1, '{}', '{}'), (2, '{a}', '{"a": 1}');
    grant all on public.lists to service_role;
    create function public.refuse_three() returns trigger language plpgsql as $$ begin
      if new.id = 3 then raise exception 'not this row'; end if; return new; end $$;
    create trigger refuse_three before update on public.rows for each row execute function public.refuse_three();
    insert into public.rows select generate_series(1, 3);
    grant all on public.rows to service_role;
    create type public.pair as (a int, b text[], c jsonb, d timestamptz, e numeric);
    create function public.pairs() returns table (n int, p public.pair) language sql stable as $$
      select * from (values
        (1, row(1, array['x,"y"', null, '(z)'], '{"k": [1.50, "ü"]}', '2026-01-02T03:04:05.6Z', 12.50)::public.pair),
        (2, null), (3, row(0, '{}', 'null', null, 'NaN')::public.pair)) v $$;
    grant execute on all functions in schema public to service_role;
  `)
  await db.end()
  await vi.waitFor(
    async () => expect((await serviceClient(stack).from('rows').select('id')).error).toBeNull(),
    10_000,
  )
}, 90_000)
afterAll(() => stack?.stop())

async function ask(
  path: string,
  body?: unknown,
  { method = 'POST', ...headers }: Record<string, string> = {},
) {
  const answer = await fetch(`${stack.url}/rest/v1${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { apikey: stack.secretKey, 'content-type': 'application/json', ...headers },
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

describe('a composite value', () => {
  it('is JSON', async () => {
    const first =
      '{"a": 1, "b": ["x,\\"y\\"", null, "(z)"], "c": {"k": [1.50, "ü"]}, "d": "2026-01-02T03:04:05.6+00:00", "e": 12.50}'
    const last = '{"a": 0, "b": [], "c": null, "d": null, "e": "NaN"}'
    for (const method of ['GET', 'POST']) {
      const answer = await ask('/rpc/pairs', method === 'POST' ? {} : undefined, { method })
      expect(answer.status).toBe(200)
      const rows: unknown = JSON.parse(answer.text)
      expect(rows).toEqual([
        { n: 1, p: JSON.parse(first) },
        { n: 2, p: null },
        { n: 3, p: JSON.parse(last) },
      ])
      // The digits are those of the database.
      expect(answer.text).toContain('[1.50, "ü"]')
      expect(answer.text).toContain('12.50')
    }
  })
})

describe('an argument in the URL', () => {
  it.each([
    ['same_text?word=true', '"true"'],
    ['same_text?word=null', '"null"'],
    ['same_text?word=1032.0', '"1032.0"'],
    ['same_text?word=%22x%22', '"\\"x\\""'],
    ['same_text?word=%20x%20', '" x "'],
    ['same_text?word=', '""'],
    ['same_text?word=a&word=b', '"b"'],
    ['same_json?doc=%22x%22', '"x"'],
    ['same_json?doc=null', 'null'],
    ['same_json?doc=%7B%22a%22%3A1.50%7D', '{"a": 1.50}'],
    ['same_list?list=%7Ba,%22b,c%22%7D', '["a","b,c"]'],
    ['same_number?number=12', '12'],
  ])('%s is read as it is written', async (path, text) => {
    const answer = await ask(`/rpc/${path}`, undefined, { method: 'GET' })
    expect([answer.status, answer.text]).toEqual([200, text])
  })
})

describe('a raised code', () => {
  it.each([
    ['23505', 409],
    ['23503', 409],
    ['42P01', 404],
    ['57P03', 500],
    ['53300', 503],
    ['21000', 500],
    ['22023', 400],
  ])('%s is answered with %i and its own texts', async (code, status) => {
    const answer = await ask('/rpc/raise', { code, message: 'msg' })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text)).toEqual({ code, details: 'det', hint: 'hin', message: 'msg' })
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
    expect(answer.headers.get('retry-after')).toBe(status === 503 ? '0' : null)
  })

  it.each([
    ['21000', 'UPDATE requires a WHERE clause', 400],
    ['22023', 'role "nobody" does not exist', 401],
  ])('%s with "%s" is answered with %i', async (code, message, status) => {
    expect((await ask('/rpc/raise', { code, message })).status).toBe(status)
  })
})

describe('values', () => {
  it('are written as the database writes them', async () => {
    expect((await ask('/rpc/one_row', {})).text).toBe(
      '[{"num":12.50,"big":9007199254740993,"nan":"NaN","bytes":"\\\\xdead","doc":{"b": 1, "aa": 1.50}}]',
    )
    expect((await ask('/rpc/one_row', {}, { accept: 'text/csv' })).text).toBe(
      'num,big,nan,bytes,doc\n12.50,9007199254740993,NaN,\\xdead,"{""b"": 1, ""aa"": 1.50}"',
    )
  })

  it.each([
    ['/rpc/same_json', { doc: 'text' }, '"text"'],
    ['/rpc/same_json', { doc: '5' }, '"5"'],
    ['/rpc/same_text', { word: true }, '"true"'],
    ['/rpc/same_text', { word: 12 }, '"12"'],
  ])('reach %s as sent: %j', async (path, body, text) => {
    expect((await ask(path, body)).text).toBe(text)
  })
})

describe('an array without elements', () => {
  it.each([
    ['tags=eq.{}', [1]],
    ['tags=neq.{}', [2]],
    ['tags=not.eq.{}', [2]],
    ['tags=gt.{}', [2]],
    ['tags=cs.{}', [1, 2]],
    ['tags=not.cs.{}', []],
    ['tags=cd.{}', [1]],
    ['tags=ov.{}', []],
    ['or=(tags.eq.{},id.eq.2)', [1, 2]],
    ['doc=eq.{}', [1]],
    ['doc=cs.{}', [1, 2]],
  ])('%s finds %j', async (filter, ids) => {
    const answer = await ask(`/lists?select=id&order=id&${filter}`, undefined, { method: 'GET' })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, ids.map((id) => ({ id }))])
  })

  it('selects the rows of a change', async () => {
    const prefer = 'return=representation'
    const answer = await ask('/lists?tags=eq.{}&select=id', { tags: [] }, { method: 'PATCH', prefer })
    expect([answer.status, answer.text]).toEqual([200, '[{"id":1}]'])
  })
})

describe('max-affected', () => {
  const prefer = 'handling=strict, max-affected=1'
  const change = (path: string) => ask(path, { word: 'y' }, { method: 'PATCH', prefer })

  it('counts what a statement changed, after the triggers, and undoes it', async () => {
    const { status, text } = await change('/rows?id=lt.3')
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 2 rows' },
    ])
    expect((await ask('/rows?word=eq.y', undefined, { method: 'GET' })).text).toBe('[]')
    expect(JSON.parse((await change('/rows?id=gt.0')).text)).toMatchObject({ code: 'P0001' })
    expect(await change('/rows?id=eq.1')).toMatchObject({ status: 204, text: '' })
  })
})

it('a transaction that gave way to another one is repeated', async () => {
  const [one, other] = await Promise.all([
    ask('/rpc/lock_two', { a: 1, b: 2 }),
    ask('/rpc/lock_two', { a: 2, b: 1 }),
  ])
  expect([one, other]).toMatchObject([
    { status: 200, text: '1' },
    { status: 200, text: '2' },
  ])
})
