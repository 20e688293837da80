/** In the order of the workflow. */
export const statuses = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed']

const workflow = `array_position(array['${statuses.join("', '")}'], status)`

/** Orders of list_tickets: title, arguments, the column of the time, and the SQL of the reference. */
export const orders: [string, object, string, string][] = [
  ['newest first', {}, 'created_at', 'created_at desc, id desc'],
  ['oldest first', { ascending: true }, 'created_at', 'created_at, id'],
  ['last updated first', { sort_by: 'updated_at' }, 'updated_at', 'updated_at desc, id desc'],
  ['first updated first', { sort_by: 'updated_at', ascending: true }, 'updated_at', 'updated_at, id'],
  ['waiting longest first', { sort_by: 'waiting' }, 'waiting_since', 'waiting_since, id'],
  [
    'waiting shortest first',
    { sort_by: 'waiting', ascending: true },
    'waiting_since',
    'waiting_since desc, id desc',
  ],
  [
    'most urgent first',
    { sort_by: 'priority' },
    'created_at',
    'priority_rank desc, created_at desc, id desc',
  ],
  [
    'least urgent first',
    { sort_by: 'priority', ascending: true },
    'created_at',
    'priority_rank, created_at desc, id desc',
  ],
  ['open first', { sort_by: 'status' }, 'created_at', `${workflow}, created_at desc, id desc`],
  [
    'closed first',
    { sort_by: 'status', ascending: true },
    'created_at',
    `${workflow} desc, created_at desc, id desc`,
  ],
]
const nameOf = (person: string) =>
  `lower(coalesce((select p.name from public.profiles p where p.id = ${person}), '')) collate "C"`
for (const [sort_by, key] of [
  ['subject', `lower(subject) collate "C"`],
  ['customer', nameOf('coalesce(customer_id, created_by)')],
  ['assignee', nameOf('assigned_to')],
]) {
  orders.push([`${sort_by}, Z first`, { sort_by }, 'created_at', `${key} desc, number desc`])
  orders.push([`${sort_by}, A first`, { sort_by, ascending: true }, 'created_at', `${key}, number`])
}
