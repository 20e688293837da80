import { db } from './backend'

/** Counts every figure from the rows, without the functions that keep them. */
const counted = () => db<{ day: string; agent: string | null; figure: string; amount: string }[]>`
  with t as (select *, (created_at at time zone 'UTC')::date as made, (resolved_at at time zone 'UTC')::date as done,
    (first_response_at at time zone 'UTC')::date as answered from public.tickets)
  select made::text as day, null::uuid as agent, 'created' as figure, count(*) as amount from t group by 1
  union all select made::text, null, 'created_resolved', count(*) from t where resolved_at is not null group by 1
  union all select done::text, assigned_to, 'resolved', count(*) from t where resolved_at is not null group by 1, 2
  union all select answered::text, assigned_to, 'responses', count(*) from t where first_response_at is not null group by 1, 2
  union all select answered::text, assigned_to, 'response_time',
    sum(round(extract(epoch from first_response_at - created_at) * 1000000))::bigint from t where first_response_at is not null group by 1, 2
  union all select 'infinity', assigned_to, 'active', count(*) from t where status not in ('solved', 'closed') group by 2
  union all select 'infinity', null, 'unassigned', count(*) from t where status = 'open' and assigned_to is null having count(*) > 0
  union all select (created_at at time zone 'UTC')::date::text, agent_id, 'ratings', count(*) from public.ticket_ratings group by 1, 2
  union all select (created_at at time zone 'UTC')::date::text, agent_id, 'good_ratings', count(*) from public.ticket_ratings
    where score > 3 group by 1, 2
  union all select 'infinity', null, 'users', count(*) from public.profiles where deactivated_at is null`

const kept = () => db<{ day: string; agent: string | null; figure: string; amount: string }[]>`
  select day::text, nullif(agent_id, '00000000-0000-0000-0000-000000000000') as agent, figure, sum(amount)::bigint as amount
  from private.figures group by 1, 2, 3 having sum(amount) <> 0`

const lines = (rows: { day: string; agent: string | null; figure: string; amount: string }[]) =>
  rows.map(({ day, agent, figure, amount }) => `${figure} ${day} ${agent ?? 'nobody'}: ${amount}`).sort()

/** The figures as counted from the rows, and as kept by the triggers. Zeros are left out. */
export const readFigures = async () => ({ counted: lines(await counted()), kept: lines(await kept()) })
