-- Every combination of filters that a list offers has an index that ends in its order, so that a page costs
-- the same whether one in two or one in a million tickets passes. Within (scope, status, priority_rank) the
-- lists of single statuses or ranks are merged by the search function.

create index tickets_status_rank_idx on public.tickets (status, priority_rank, created_at desc, id desc);
create index tickets_assignee_status_idx on public.tickets
  (assigned_to, status, priority_rank, created_at desc, id desc);
create index tickets_customer_status_idx on public.tickets
  (customer_id, status, priority_rank, created_at desc, id desc);

-- `is null` does not fix a column for the order of an index as `=` does: the queue has its own.
create index tickets_unassigned_idx on public.tickets (created_at desc, id desc) where assigned_to is null;
create index tickets_unassigned_status_idx on public.tickets
  (status, priority_rank, created_at desc, id desc) where assigned_to is null;

-- The tickets of a customer that one agent, or nobody, has: few of the customer's or few of the agent's. Nobody is
-- the nil uuid, which has a place in the order.
create index tickets_customer_assignee_idx on public.tickets
  (customer_id, (coalesce(assigned_to, '00000000-0000-0000-0000-000000000000'::uuid)), status, priority_rank, created_at desc, id desc);
