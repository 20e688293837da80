import { expect, it } from 'vitest'
import { mailError, senderAddress } from './smtp.ts'

const command = 'RCPT TO'
const failure = (fields: object) => mailError(Object.assign(new Error('no'), fields)).failure

it.each([
  [{ command, responseCode: 550, response: '550 5.1.1 no such user' }, 'permanent'],
  [
    {
      command,
      responseCode: 550,
      response: '550-5.1.1 The account does not exist.\n550 5.1.1 See https://help.example',
    },
    'permanent',
  ],
  [{ command, responseCode: 550, response: '550 5.7.1 relaying denied' }, 'temporary'],
  [{ command, responseCode: 550, response: '550 no' }, 'temporary'],
  [{ command, responseCode: 452, response: '452 4.2.2 mailbox full' }, 'temporary'],
  [{ command, responseCode: 450, response: '450 5.1.1 odd' }, 'temporary'],
  [{ command, responseCode: 550, response: '550 5.7.1 Sender blocked (5.1.1)' }, 'temporary'],
  [{ command, responseCode: 550, response: '550 5.1.1.evil.example is listed' }, 'temporary'],
  [{ command: 'DATA', responseCode: 550, response: '550 5.1.1 no such user' }, 'temporary'],
  [
    { command: 'DATA', responseCode: 550, response: '550 Blacklisted URL in message. (5.1.1.evil.example)' },
    'temporary',
  ],
  [{ responseCode: 421, response: '421 closing' }, 'unreachable'],
  [{ responseCode: 535, code: 'EAUTH', response: '535 5.7.8 bad credentials' }, 'unreachable'],
  [{ code: 'ECONNREFUSED' }, 'unreachable'],
  [{}, 'temporary'],
])('classifies %j as %s', (fields, expected) => expect(failure(fields)).toBe(expected))

it('keeps the code of a refused address', () => {
  const refused = mailError(
    Object.assign(new Error('no'), { command, responseCode: 550, response: '550 5.1.10 unknown' }),
  )
  expect(refused.status).toBe('5.1.10')
})

it.each([
  ['Helpdesk <help@example.com>', 'help@example.com'],
  ['help@example.com', 'help@example.com'],
])('reads the address of %s', (from, address) => expect(senderAddress(from)).toBe(address))
