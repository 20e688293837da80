import { createUser, startStack, type Stack } from '@helpdesk/testing'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAddress, newMachine } from '../../conformance/machine'

const [user, pass] = ['scanner@example.com', 'Demo1234']
let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
  await createUser(stack, { email: user, role: 'customer', name: 'Scanner' })
}, 90_000)
afterAll(() => stack?.stop())

/** Signs in by SMTP from an address of its own. @returns the answer's code */
function signIn(localAddress: string, auth = { user, pass }): Promise<number> {
  const { hostname, port } = new URL(stack.smtpUrl ?? '')
  const transport = createTransport({
    ...{ host: hostname, port: Number(port), ignoreTLS: true, localAddress, auth },
  })
  return transport.verify().then(
    () => 235,
    (error: unknown) => Number(Reflect.get(Object(error), 'responseCode')),
  )
}

it('does not lock a program out for wrong passwords that somebody else sends', async () => {
  const [program, stranger] = [newAddress(), newAddress()]
  expect(await signIn(program)).toBe(235)
  for (let guess = 0; guess < 24; guess += 1) await signIn(stranger, { user, pass: `wrong ${guess}` })
  expect(await signIn(program)).toBe(235)
  // To be tried again, which 535 would not be.
  expect(await signIn(stranger)).toBe(454)
}, 60_000)

it('lets people sign in while a stranger floods the mail server with passwords', async () => {
  const [person, stranger] = [newMachine(stack), newAddress()]
  const flood = Array.from({ length: 120 }, (_, guess) =>
    signIn(stranger, { user: `nobody${guess}@example.com`, pass: 'Demo1234' }),
  )
  await Promise.race(flood)
  const before = performance.now()
  const credentials = { email: user, password: pass }
  expect((await person('POST', '/auth/v1/token?grant_type=password', credentials)).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5_000)
  await Promise.all(flood)
}, 60_000)
