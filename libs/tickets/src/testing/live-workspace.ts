import { startStack, type Stack } from '@helpdesk/testing'
import { openWorkspace, type Member } from '@helpdesk/testing/workspace'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { TicketListFilter } from '../model/ticket-list'
import { openLiveClient, type LiveClient } from './live-client'

/** A backend for the tests of a file, and the clients that follow it. Registers the hooks that start and stop them. */
export function setUpLiveWorkspace(firstSeed = 1) {
  let running: { stack: Stack; workspace: ReturnType<typeof openWorkspace> } | undefined
  const clients: LiveClient[] = []
  beforeAll(async () => {
    // Hints beyond a project's limit of messages are lost, which is not what these tests are about.
    const stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: 'messagesPerSecond=100000' } })
    running = { stack, workspace: openWorkspace(stack) }
  }, 90_000)
  afterAll(async () => {
    for (const client of clients) await client.stop()
    await running?.workspace.db.end()
    await running?.stack.stop()
  })
  const started = () => running ?? expect.fail('The backend did not start')

  return {
    clients,
    started,
    /** Opens a client of that member with these lists and that ticket. */
    async open(member: Member, filters: TicketListFilter[], ticket: string): Promise<LiveClient> {
      const { stack, workspace } = started()
      const api = await workspace.clientOf(member)
      const seed = firstSeed + clients.length
      const client = await openLiveClient({ stack, member, api, filters, open: ticket, seed })
      clients.push(client)
      return client
    },
    untilLive: () => vi.waitFor(() => expect(clients.every(({ isLive }) => isLive())).toBe(true), 20_000),
  }
}
