import type { FunctionMutant } from './function-mutant'

/** Dashboards, reports and exports. */
export const figures: readonly FunctionMutant[] = [
  {
    function: 'public.get_agent_performance_stats',
    from: 'filter (where f.day >= today)',
    to: '',
    tests: ['dashboards'],
  },
  {
    function: 'public.get_agent_performance_stats',
    from: "'good_ratings'",
    to: "'ratings'",
    tests: ['dashboards'],
  },
  {
    function: 'public.get_admin_dashboard',
    from: "'created_resolved'",
    to: "'created'",
    tests: ['reports'],
  },
  {
    function: 'public.get_customer_dashboard',
    from: "interval '24 hours'",
    to: "interval '48 hours'",
    tests: ['dashboards'],
  },
  {
    function: 'private.get_report',
    from: 'or to_day - from_day > 366',
    to: '',
    tests: ['reports'],
  },
  {
    function: 'private.get_report',
    from: 'until := (to_day + 1)::',
    to: 'until := (to_day)::',
    tests: ['reports'],
  },
  {
    function: 'private.get_report',
    from: 'sum(created - resolved)',
    to: 'sum(created)',
    tests: ['reports'],
  },
  {
    function: 'private.get_report',
    from: 't.resolved_at is null or t.resolved_at >= since',
    to: 't.resolved_at is null',
    tests: ['reports'],
  },
  {
    function: 'public.export_tickets',
    from: '< (to_day + 1)::',
    to: '< (to_day)::',
    tests: ['reports'],
  },
]
