import * as z from 'zod/mini'

const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.string(),
  assigned: z.number(),
  resolved: z.number(),
  response_minutes: z.nullable(z.number()),
  satisfaction_rate: z.nullable(z.number()),
})
/** A member of staff over the last 30 days; `assigned` are the active tickets of this moment. */
export type AgentPerformance = z.infer<typeof agentSchema>

/** What `get_admin_dashboard` answers. Times are minutes, rates are shares of 1; null where nothing was measured. */
export const adminDashboardSchema = z.object({
  has_tickets: z.boolean(),
  total_users: z.number(),
  active_tickets: z.number(),
  unassigned_tickets: z.number(),
  response_minutes: z.nullable(z.number()),
  resolution_rate: z.nullable(z.number()),
  agents: z.array(agentSchema),
})
export type AdminDashboard = z.infer<typeof adminDashboardSchema>

const sampleAgent = (id: string, name: string, resolved: number, minutes: number, satisfaction: number) => ({
  id,
  name,
  email: null,
  role: 'agent',
  assigned: 21,
  resolved,
  response_minutes: minutes,
  satisfaction_rate: satisfaction,
})

/** The figures of specification section 9, for a workspace without a single ticket. */
export const SAMPLE_DASHBOARD: AdminDashboard = {
  has_tickets: false,
  total_users: 1234,
  active_tickets: 42,
  unassigned_tickets: 15,
  response_minutes: 90,
  resolution_rate: 0.94,
  agents: [
    sampleAgent('sample-1', 'Sample Agent One', 128, 75, 0.96),
    sampleAgent('sample-2', 'Sample Agent Two', 97, 105, 0.92),
  ],
}

/** What the dashboard shows: the live figures, or the sample before the first ticket. */
export const shownDashboard = (live: AdminDashboard): { figures: AdminDashboard; isSample: boolean } =>
  live.has_tickets ? { figures: live, isSample: false } : { figures: SAMPLE_DASHBOARD, isSample: true }
