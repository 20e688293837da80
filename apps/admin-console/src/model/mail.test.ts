import { expect, it } from 'vitest'
import { blockable, dnsRecords, domainOf, isWorkspaceAddress, tagsOf } from './mail'

it.each([
  ['support@example.com', true],
  ['support+1@example.com', false],
  ['Support@example.com', false],
  ['@example.com', false],
  [`a@${'x'.repeat(200)}.com`, false],
])('%s is an address of the workspace: %s', (text, expected) =>
  expect(isWorkspaceAddress(text)).toBe(expected),
)

it('splits tags at commas, without blanks and repetitions', () =>
  expect(tagsOf(' a, b,,a ,c d')).toEqual(['a', 'b', 'c d']))

it.each([
  [' Spam@Example.com ', 'spam@example.com'],
  ['@example.com', '@example.com'],
  ['example.com', null],
  ['a b@example.com', null],
])('blocks %j as %j', (text, expected) => expect(blockable(text)).toBe(expected))

it('names the records of a domain', () => {
  const { spf, dkim, dmarc } = dnsRecords(domainOf('help@mail.example.com'))
  expect(spf.name).toBe('mail.example.com')
  expect(spf.value).toMatch(/^v=spf1 .* ~all$/)
  expect(dkim.name).toContain('._domainkey.mail.example.com')
  expect(dmarc).toMatchObject({
    name: '_dmarc.mail.example.com',
    value: expect.stringMatching(/^v=DMARC1; p=/),
  })
})
