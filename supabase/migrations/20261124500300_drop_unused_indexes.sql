-- Lists merge branches of other indexes, and dashboards read figures. What remains serves lists, the queue, reports, foreign
-- keys and plain reads with one filter, newest first.

-- Two filters at once: list_tickets reads tickets_holder_created_idx, tickets_requester_idx or tagged_tickets.
drop index public.tickets_assignee_status_idx;
drop index public.tickets_customer_status_idx;
drop index public.tickets_customer_assignee_idx;
drop index public.tickets_unassigned_status_idx;
-- By priority: list_tickets reads tickets_status_rank_idx, the next ticket comes from tickets_queue_idx.
drop index public.tickets_priority_idx;
-- Figures of agents.
drop index public.tickets_assignee_resolved_idx;
drop index public.tickets_assignee_response_idx;

-- Keys of tags are looked up no more.
drop function private.tag_lookup(text, boolean);
