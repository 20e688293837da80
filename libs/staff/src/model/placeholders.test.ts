// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import {
  asWritten,
  fillAnswers,
  fillPlaceholders,
  firstName,
  questionsIn,
  unfilledIn,
  unknownPlaceholders,
  valuesOf,
} from './placeholders'

const values = { 'customer.name': 'Casey', 'ticket.number': '#42', 'ticket.id': '#42', 'agent.name': 'Avery' }

describe('fillPlaceholders', () => {
  it('fills every occurrence of all placeholders, with or without spaces', () => {
    expect(
      fillPlaceholders('{{customer.name}}, {{ ticket.number }}: {{agent.name}} {{customer.name}}', values),
    ).toEqual({ text: 'Casey, #42: Avery Casey', left: [] })
  })
  it('keeps unknown placeholders and lists each once', () => {
    const body = 'Dear {{customer.nmae}}, {{customer.nmae}} {{toString}} {{}} {single}'
    expect(fillPlaceholders(body, values)).toEqual({
      text: body,
      left: ['{{customer.nmae}}', '{{toString}}'],
    })
  })
  it('keeps placeholders without a value', () => {
    const filled = fillPlaceholders('Hi {{customer.name}}', { ...values, 'customer.name': null })
    expect(filled).toEqual({ text: 'Hi {{customer.name}}', left: ['{{customer.name}}'] })
  })
  it('does not fill placeholders inside a value', () => {
    const filled = fillPlaceholders('Hi {{customer.name}}', {
      ...values,
      'customer.name': '{{agent.name}} $&',
    })
    expect(filled).toEqual({ text: 'Hi {{agent.name}} $&', left: [] })
  })
  it('lists unknown placeholders without a ticket', () => {
    expect(unknownPlaceholders('{{ticket.number}} {{ticket.id}} {{ticket.nr}} {{ ticket.nr }}')).toEqual([
      '{{ticket.nr}}',
      '{{ ticket.nr }}',
    ])
  })
  it('takes the fallback of a placeholder without a value, and not that of an unknown one', () => {
    const body = 'Hi {{customer.first_name|there}} {{customer.name | you}} {{order.id|none}} {{agent.name|}}'
    expect(fillPlaceholders(body, { 'customer.name': 'Casey' })).toEqual({
      text: 'Hi there Casey {{order.id|none}} {{agent.name|}}',
      left: ['{{order.id|none}}', '{{agent.name|}}'],
    })
  })
  it('fills what a ticket has', () => {
    const ticket = {
      id: 't1',
      number: 42,
      subject: 'No dial tone',
      status: 'on_hold',
      priority: 'high',
    } as const
    const names = '{{ticket.number}} {{ticket.subject}} {{ticket.status}} {{ticket.priority}} {{ticket.url}}'
    expect(fillPlaceholders(names, valuesOf(ticket, null, null)).text).toBe(
      `#42 No dial tone On Hold High ${location.origin}/tickets/t1`,
    )
    expect(
      fillPlaceholders('{{customer.name}} {{agent.first_name}}', valuesOf(ticket, 'c@d.example', 'A B')).text,
    ).toBe('c@d.example A')
  })
})

it('valuesOf takes no value that looks like a placeholder', () => {
  const ticket = { id: 't1', subject: 'Who is {{agent.name}}?', status: 'open' } as const
  expect(valuesOf(ticket, '{{agent.name}}', 'Avery')).toMatchObject({
    'customer.name': null,
    'ticket.subject': null,
    'agent.name': 'Avery',
  })
})

it.each([
  ['Casey Morgan', 'Casey'],
  ['Casey', 'Casey'],
  ['Morgan, Casey', 'Casey'],
  ['Dr. Casey Morgan', 'Casey'],
  ['Prof. Dr. Anna-Lena Groß', 'Anna-Lena'],
  ['casey@example.com', null],
  ['  ', null],
  [null, null],
  ['Dr.', 'Dr.'],
  ['山田太郎', '山田太郎'],
])('firstName of %j', (name, expected) => expect(firstName(name)).toBe(expected))

describe('questions', () => {
  const body =
    '{{ask:Which device?}} {{ask: Size? | S |M|}} {{ask:Which device?|a|b}} {{ask:}} {{agent.name|x}}'
  it('are asked once, in their order, with their choices', () =>
    expect(questionsIn(body)).toEqual([
      { text: 'Which device?', choices: [] },
      { text: 'Size?', choices: ['S', 'M'] },
    ]))
  it('are replaced by their answers, wherever they occur', () =>
    expect(
      fillAnswers(
        body,
        new Map([
          ['Which device?', '$& {{x}}'],
          ['Size?', 'M'],
        ]),
      ),
    ).toBe('$& {{x}} M $& {{x}} {{ask:}} {{agent.name|x}}'))
  it('stay without an answer', () =>
    expect(fillPlaceholders('{{ask:Size?}}', values).left).toEqual(['{{ask:Size?}}']))
})

describe('unfilledIn', () => {
  const found = (text: string, left?: string[]) => unfilledIn(text, left).map((each) => each.found)
  it.each([
    ['Hi {{customer.first_name}} {{ Ticket.nr }}', ['{{customer.first_name}}', '{{ Ticket.nr }}']],
    ['{{ask:Which device?}} {{agent.name|x}}', ['{{ask:Which device?}}', '{{agent.name|x}}']],
    // A question about the language of templates, as a person types it.
    ['{{ user.email }} {% if customer %} {{customer}} {{\ncustomer.name}}', []],
    ['Write `{{customer.name}}` or\n```\n{{agent.name}}\n```', []],
    ['`a` {{agent.name}} `b`', ['{{agent.name}}']],
  ])('in %j', (text, expected) => expect(found(text)).toEqual(expected))

  it('has what a macro left, at its place', () =>
    expect(unfilledIn('a {{order.id}} {{agent.name}}', ['{{order.id}}', '{{gone}}'])).toEqual([
      { found: '{{order.id}}', start: 2 },
      { found: '{{agent.name}}', start: 15 },
    ]))

  it('has nothing that is kept as code', () => {
    const text = 'Hi {{customer.name}}!'
    const [first = { found: '', start: 0 }] = unfilledIn(text)
    expect(asWritten(text, first)).toBe('Hi `{{customer.name}}`!')
    expect(found(asWritten(text, first))).toEqual([])
  })
})
