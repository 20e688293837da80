/** Fixed values with the least privilege; every factory takes overrides. Times are UTC. */
export const FIXED_NOW = '2026-01-15T12:00:00.000Z'

export interface ProfileLike {
  id: string
  name: string
  role: 'customer' | 'agent' | 'admin'
  email: string
  deactivated_at: string | null
  last_seen_at: string | null
  created_at: string
  updated_at: string
}

export function buildProfile(overrides: Partial<ProfileLike> = {}): ProfileLike {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Casey Customer',
    role: 'customer',
    email: 'casey@example.com',
    deactivated_at: null,
    last_seen_at: null,
    created_at: FIXED_NOW,
    updated_at: FIXED_NOW,
    ...overrides,
  }
}

export interface TicketLike {
  id: string
  subject: string
  description: string
  status: 'open' | 'in_progress' | 'pending' | 'on_hold' | 'solved' | 'closed'
  priority: 'low' | 'normal' | 'medium' | 'high' | 'urgent'
  created_by: string
  customer_id: string | null
  assigned_to: string | null
  created_at: string
  updated_at: string
  closed_at: string | null
  tags: string[] | null
  metadata: Record<string, unknown> | null
  version: number
}

export function buildTicket(overrides: Partial<TicketLike> = {}): TicketLike {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    subject: 'Printer on the second floor is offline',
    description: 'It worked yesterday; since this morning nobody can print.',
    status: 'open',
    priority: 'normal',
    created_by: '00000000-0000-4000-8000-000000000001',
    customer_id: '00000000-0000-4000-8000-000000000001',
    assigned_to: null,
    created_at: FIXED_NOW,
    updated_at: FIXED_NOW,
    closed_at: null,
    tags: null,
    metadata: null,
    version: 1,
    ...overrides,
  }
}

export interface CommentLike {
  id: string
  ticket_id: string
  user_id: string
  content: string
  is_internal: boolean
  author_name: string
  author_role: 'customer' | 'agent' | 'admin'
  created_at: string
  updated_at: string
}

export function buildComment(overrides: Partial<CommentLike> = {}): CommentLike {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    ticket_id: '00000000-0000-4000-8000-0000000000a1',
    user_id: '00000000-0000-4000-8000-000000000001',
    content: 'Any news?',
    is_internal: false,
    author_name: 'Casey Customer',
    author_role: 'customer',
    created_at: FIXED_NOW,
    updated_at: FIXED_NOW,
    ...overrides,
  }
}
