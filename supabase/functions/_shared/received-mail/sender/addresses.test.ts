import { describe, expect, it } from 'vitest'
import { readAddresses } from './addresses.ts'
import { messageIdsIn, ownMessageId } from '../message-ids.ts'
import { parseMail } from '../parse.ts'

const parse = (...lines: string[]) =>
  parseMail(new TextEncoder().encode([...lines, '', 'x'].join('\r\n')), {})

describe('From', () => {
  it.each([
    'From: <ann@c.example> <m@evil.example>',
    'From: ann@c.example <m@evil.example>',
    'From: ann@c.example, m@evil.example',
    'From: "Ann" <ann@c.example>, <m@evil.example>',
    'From: <ann@c.example> m@evil.example',
    'From: ann@c.example m@evil.example',
    'From: ann@c.example evil',
    'From: <ann@c.example>x',
    'From: Staff: ann@c.example;',
    'From: Staff: ann@c.example, m@evil.example;',
    'From: <@evil.example:ann@c.example>',
    'From: "ann@c.example"',
    'From: "ann@c.example> <m"@evil.example',
    'From: <ann@c.example@evil.example>',
    'From: ann(x)@c.example',
    'From: <ann@c.example',
    'From: ann@c.example>',
    'From: "Ann <ann@c.example>',
    'From: (ann@c.example',
    'From: Doe, Ann <ann@c.example>',
    'From: ann@c.example\r\nFrom: m@evil.example',
    'From: Ann',
    'From: ann@c.exam\0ple',
    'From: ann\u200b@c.example',
    'From: mar\u212a@c.example',
    'From: ann@\u212aelvin.example',
    'From: \u017fam@c.example',
    'From: \u0130an@c.example',
    'From: ann\uff20c.example',
    'From: ann@c\uff0eexample',
    'From: ann@c\u3002example',
    'From: ann@evil\uff61example',
    'From: ann@\u2100.example',
    'From: \ud835\udc1ann@c.example',
    'From: ann@\u00df%c.example',
    'From:',
  ])('is nobody in %j', async (line) => {
    expect((await parse(line)).from).toEqual({ address: '', name: '' })
  })

  it.each([
    ['ann@c.example', 'ann@c.example', ''],
    ['<Ann@C.example>', 'ann@c.example', ''],
    ['Ann B. Example <ann@c.example>', 'ann@c.example', 'Ann B. Example'],
    ['"Example, Ann" <ann@c.example>', 'ann@c.example', 'Example, Ann'],
    ['"Ann \\"A\\" (B)" <ann@c.example> (work)', 'ann@c.example', 'Ann "A" (B)'],
    ['Ann (Sales) [c] <ann@c.example>', 'ann@c.example', 'Ann [c]'],
    ['ann@c.example (Ann (A) Example)', 'ann@c.example', 'Ann A Example'],
    ['ann@c.example <ann@c.example>', 'ann@c.example', 'ann@c.example'],
    ['"ann@c.example via Desk" <desk@d.example>', 'desk@d.example', 'ann@c.example via Desk'],
    ['=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_=40_Acme?= <j@c.example>', 'j@c.example', 'Jörg @ Acme'],
    ["Ann\r\n O'Hara <o'hara+a=b@c-d.example.>", "o'hara+a=b@c-d.example", "Ann O'Hara"],
    ['Zoë <zoë@bücher.example>', 'zoë@xn--bcher-kva.example', 'Zoë'],
    ['Ünal <ÜNAL@straße.example>', 'Ünal@xn--strae-oqa.example', 'Ünal'],
    ['"ann"@c.example', 'ann@c.example', ''],
  ])('is read from %j', async (value, address, name) => {
    expect((await parse(`From: ${value}`)).from).toEqual({ address, name })
  })
})

describe('other addresses', () => {
  const addresses = (value: string) => readAddresses(value).mailboxes.map(({ address }) => address)

  it('are read from lists and groups, without those that follow no grammar', () => {
    expect(addresses('a@x.example, B <b@x.example>,, "C, c" <c@x.example>')).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ])
    expect(addresses('Team: a@x.example, b@x.example;, undisclosed-recipients:;, c@x.example')).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ])
    expect(
      addresses('a@x.example <b@y.example> <c@z.example>, "x, d@x.example" y, e@x.example (a, b)'),
    ).toEqual(['e@x.example'])
    expect(addresses('a@x.example, "b@x.example')).toEqual(['a@x.example'])
  })

  it('are left out where readers take them for different mailboxes', () => {
    expect(addresses('mar\u212a@x.example, ann@x\uff0eexample, b@x.example')).toEqual(['b@x.example'])
  })

  it('are left out where DNS has no room for their domain', () => {
    const [full, long] = ['a'.repeat(63), 'a'.repeat(64)]
    const distinct = String.fromCodePoint(...Array.from({ length: 200 }, (_, n) => 0x4e00 + n))
    const domains = [`${full}.example`, `${long}.example`, `${distinct}.example`, `${`${full}.`.repeat(4)}x`]
    expect(addresses(domains.map((domain) => `b@${domain}`).join(', '))).toEqual([`b@${full}.example`])
  })

  it('are at most as many as asked for, also of a header without end', () => {
    const value = 'a@x.example, '.repeat(5_000)
    expect(readAddresses(value, 60).mailboxes).toHaveLength(60)
    expect(readAddresses(value)).toMatchObject({ isExact: false })
  })

  it('take answers only where that is clear', async () => {
    const replyTo = async (...lines: string[]) => (await parse('From: ann@c.example', ...lines)).reply_to
    expect(await replyTo('Reply-To: Ann <other@c.example>')).toBe('other@c.example')
    expect(await replyTo('Reply-To: <other@c.example> <m@evil.example>')).toBeNull()
    expect(await replyTo('Reply-To: x: m@evil.example;')).toBeNull()
    expect(await replyTo('Reply-To: a@c.example', 'Reply-To: m@evil.example')).toBeNull()
    expect(await replyTo('Reply-To: ann@c.example')).toBeNull()
  })
})

describe('Message-IDs', () => {
  it('are not read from comments and quoted strings', () => {
    expect(messageIdsIn('<a@x> (see <b@x>) "<c@x>" <d@x>,<e@x>')).toEqual(['a@x', 'd@x', 'e@x'])
    expect(messageIdsIn('Your mail of "Monday" <a@x> <b x> <<c@x>>')).toEqual(['a@x', 'c@x'])
    expect(messageIdsIn('<a@x> (<b@x>')).toEqual(['a@x'])
  })

  it('are taken from a mail that has exactly one', async () => {
    expect(ownMessageId(['<a@x>'])).toBe('a@x')
    expect(ownMessageId(['a@x'])).toBe('a@x')
    for (const values of [[], ['<a@x> <b@x>'], ['<a@x>', '<b@x>'], ['a b'], ['']])
      expect(ownMessageId(values)).toBeUndefined()
    expect((await parse('From: ann@c.example', 'Message-ID: <a@x> <b@x>')).message_id).toMatch(
      /^[0-9a-f]{64}@no-message-id$/,
    )
  })
})
