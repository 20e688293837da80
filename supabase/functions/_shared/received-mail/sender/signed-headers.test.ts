import { expect, it } from 'vitest'
import { coveredBy } from './signed-headers.ts'

type Headers = Parameters<typeof coveredBy>[0]
const signedAddressees = (headers: Headers, from: string) => ['to', 'cc'].filter(coveredBy(headers, from))

/** What signatures of these tags cover of a mail with one line of To and one of Cc. */
const covered = (...signatures: string[]) =>
  signedAddressees(
    [
      ...signatures.map((value) => ({ key: 'dkim-signature', value })),
      { key: 'to', value: 'desk@example.org' },
      { key: 'cc', value: 'ann@example.org' },
    ],
    'example.com',
  )

it.each([
  ['both', ['to', 'cc'], ['v=1; d=example.com; h=From : TO:\r\n cc; b=x']],
  ['a domain above the author’s', ['to'], ['d=com.example; h=to:cc', 'd=EXAMPLE.com; h=to']],
  ['a host below it', ['cc'], ['d=mail.example.com; h=cc']],
  ['no signature', [], []],
  ['another domain', [], ['d=replay.example; h=to:cc']],
  ['one that ends alike', [], ['d=anexample.com; h=to:cc']],
  ['a part of the text', [], ['d=example.com; l=100; h=to:cc']],
  ['a name that is there twice', [], ['d=example.com; h=from; h=to:cc']],
  ['a second one of the domain that covers less', ['to'], ['d=example.com; h=to:cc', 'd=example.com; h=to']],
  ['one that cannot be read beside it', [], ['d=example.com; h=to:cc', 'd=x.example; d=y.example; h=to']],
])('signatures by %s cover %j', (_name, fields, signatures) => {
  expect(covered(...signatures)).toEqual(fields)
})

it('a line more than was signed is covered by nothing', () => {
  const headers = [
    { key: 'to', value: 'added@replay.example' },
    { key: 'dkim-signature', value: 'd=example.com; h=to:cc:cc' },
    { key: 'to', value: 'desk@example.org' },
    { key: 'cc', value: 'ann@example.org' },
  ]
  expect(signedAddressees(headers, 'example.com')).toEqual(['cc'])
})

it('more signatures than are read cover nothing', () => {
  const many = Array.from({ length: 20 }, () => 'd=example.com; h=to:cc')
  expect(covered(...many)).toEqual(['to', 'cc'])
  expect(covered(...many, 'd=example.com; h=from')).toEqual([])
})
