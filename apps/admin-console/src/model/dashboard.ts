import * as texts from './dashboard-texts'

/** An agent's last 30 days; `assigned` counts currently active tickets. */
export interface AgentPerformance {
  id: string
  name: string
  email: string | null
  assigned: number
  resolved: number
  response_minutes: number | null
  satisfaction_rate: number | null
}

/** Result of `get_admin_dashboard`. Times are minutes, rates are fractions of 1; null means not measured. */
export interface AdminDashboard {
  has_tickets: boolean
  total_users: number
  active_tickets: number
  unassigned_tickets: number
  /** Not among the active ones; absent from older servers. */
  snoozed_tickets?: number | undefined
  response_minutes: number | null
  resolution_rate: number | null
  agents: AgentPerformance[]
}

const isNumber = (value: unknown) => typeof value === 'number'
const isNumberOrNull = (value: unknown) => value === null || isNumber(value)
const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
type Shape<T> = { [Key in keyof T]-?: (value: unknown) => boolean }

const hasShape = <T>(value: unknown, shape: Shape<T>): value is T =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries<(value: unknown) => boolean>(shape).every(([key, fits]) => fits(Reflect.get(value, key)))

const agentShape: Shape<AgentPerformance> = {
  id: isText,
  name: isText,
  email: isTextOrNull,
  assigned: isNumber,
  resolved: isNumber,
  response_minutes: isNumberOrNull,
  satisfaction_rate: isNumberOrNull,
}
const dashboardShape: Shape<AdminDashboard> = {
  has_tickets: (value) => typeof value === 'boolean',
  total_users: isNumber,
  active_tickets: isNumber,
  unassigned_tickets: isNumber,
  snoozed_tickets: (value) => value === undefined || isNumber(value),
  response_minutes: isNumberOrNull,
  resolution_rate: isNumberOrNull,
  agents: (value) => Array.isArray(value) && value.every((agent) => hasShape(agent, agentShape)),
}

/**
 * Type guard for the result. Written by hand, because a schema library would be a quarter of the bytes of the admins'
 * first screen.
 */
export const isAdminDashboard = (value: unknown): value is AdminDashboard => hasShape(value, dashboardShape)

const sampleAgent = (id: string, name: string, resolved: number, minutes: number, satisfaction: number) => ({
  id,
  name,
  email: null,
  assigned: 21,
  resolved,
  response_minutes: minutes,
  satisfaction_rate: satisfaction,
})

/** The figures of specification section 9, for a workspace without tickets. */
export const SAMPLE_DASHBOARD: AdminDashboard = {
  has_tickets: false,
  total_users: 1234,
  active_tickets: 42,
  unassigned_tickets: 15,
  response_minutes: 90,
  resolution_rate: 0.94,
  agents: [
    sampleAgent('sample-1', texts.sampleOne, 128, 75, 0.96),
    sampleAgent('sample-2', texts.sampleTwo, 97, 105, 0.92),
  ],
}

/** The figures to show: live ones, or the sample before the first ticket. */
export const shownDashboard = (live: AdminDashboard): { figures: AdminDashboard; isSample: boolean } =>
  live.has_tickets ? { figures: live, isSample: false } : { figures: SAMPLE_DASHBOARD, isSample: true }
