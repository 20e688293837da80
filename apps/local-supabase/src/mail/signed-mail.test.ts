/** A mail of the workspace, checked as a receiving server checks its DKIM signature (RFC 6376). */
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keep, settled, startMailWorkspace, type MailWorkspace } from '../test-support/mail-workspace'
import { startMailExchange, type MailExchange } from '../test-support/mail-exchange'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
let exchange: MailExchange
let workspace: MailWorkspace
beforeAll(async () => {
  exchange = await startMailExchange()
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  workspace = await startMailWorkspace('North', exchange, {
    DKIM_SELECTOR: 'desk',
    DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
  })
}, 240_000)
afterAll(async () => {
  await workspace?.stop()
  await exchange?.close()
})

const relaxed = (line: string) =>
  `${line.slice(0, line.indexOf(':')).toLowerCase()}:${line
    .slice(line.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`

it('signs mails for the domain of the sender', { timeout: 240_000 }, async () => {
  const from = 'paul@signed.example'
  exchange.deliverTo('signed.example', keep)
  await exchange.send({ from, to: workspace.address, subject: 'Grüße', text: 'It burns.' })
  await settled(exchange, workspace)
  const raw = exchange.carried.find(({ to }) => to === from)?.raw ?? ''
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const tags = new Map(
    relaxed(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag): [string, string] => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).replace(/\s/g, ''),
      ]),
  )
  expect(Object.fromEntries(tags)).toMatchObject({ a: 'rsa-sha256', d: 'north.example', s: 'desk' })
  const signed = (tags.get('h') ?? '').toLowerCase().split(':')
  expect(signed).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'in-reply-to']))

  const body = raw
    .slice(end + 4)
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '\r\n')
  expect(tags.get('bh')).toBe(createHash('sha256').update(body, 'latin1').digest('base64'))
  const lines = signed.flatMap(
    (name) => headers.findLast((line) => line.toLowerCase().startsWith(`${name}:`)) ?? [],
  )
  const text = [...lines.map(relaxed), relaxed(signature.replace(/\bb=[^;]*$/, 'b='))].join('\r\n')
  expect(
    verify('sha256', Buffer.from(text, 'latin1'), publicKey, Buffer.from(tags.get('b') ?? '', 'base64')),
  ).toBe(true)
})
