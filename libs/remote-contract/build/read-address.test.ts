import { expect, it } from 'vitest'
import { readAddress } from './read-address.mjs'

it.each([
  [{ rpc: 'get_admin_dashboard' }, 'rpc/get_admin_dashboard'],
  [{ rpc: 'get_ticket_detail', args: { ticket_id: '{id}' } }, 'rpc/get_ticket_detail?ticket_id={id}'],
  [
    { rpc: 'list_tickets', args: { filter: { status: ['active'], assignee: '{user}' }, ascending: false } },
    'rpc/list_tickets?filter=%7B%22status%22%3A%5B%22active%22%5D%2C%22assignee%22%3A%22{user}%22%7D&ascending=false',
  ],
  [{ rpc: 'list_tickets', args: { filter: {} } }, 'rpc/list_tickets?filter=%7B%7D'],
])('names %j as the data client does', (read, address) => expect(readAddress(read)).toBe(address))
