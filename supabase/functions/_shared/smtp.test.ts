import { expect, it } from 'vitest'
import { mailError, senderAddress } from './smtp.ts'

const failure = (fields: object) => mailError(Object.assign(new Error('no'), fields)).failure

it.each([
  [{ responseCode: 550, response: '550 5.1.1 no such user' }, 'permanent'],
  [{ responseCode: 550, response: '550 5.7.1 relaying denied' }, 'temporary'],
  [{ responseCode: 550, response: '550 no' }, 'temporary'],
  [{ responseCode: 452, response: '452 4.2.2 mailbox full' }, 'temporary'],
  [{ responseCode: 450, response: '450 5.1.1 odd' }, 'temporary'],
  [{ responseCode: 421, response: '421 closing' }, 'unreachable'],
  [{ responseCode: 535, code: 'EAUTH', response: '535 5.7.8 bad credentials' }, 'unreachable'],
  [{ code: 'ECONNREFUSED' }, 'unreachable'],
  [{}, 'temporary'],
])('classifies %j as %s', (fields, expected) => expect(failure(fields)).toBe(expected))

it.each([
  ['Helpdesk <help@example.com>', 'help@example.com'],
  ['help@example.com', 'help@example.com'],
])('reads the address of %s', (from, address) => expect(senderAddress(from)).toBe(address))
