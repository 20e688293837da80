import { describe, expect, it } from 'vitest'
import { beginsWithGreeting } from './greeting.ts'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'

describe('beginsWithGreeting', () => {
  it.each([
    'Hello Cora,\n\nDone.',
    'hi',
    'Hi Cora – done.',
    '  \nDear Ms Miller:\nDone.',
    '**Hello Cora,**',
    'Good morning!',
    'Guten Tag Frau Müller,',
    'Sehr geehrte Frau Müller,',
    'Liebe Cora,',
    'Grüezi',
    'Beste mevrouw De Vries,',
    'Goedemiddag Cora,',
    'Bonjour Madame,',
    'Chère Cora,',
    '¡Hola, Cora!',
    'Estimada señora:',
    'Gentile signora Rossi,',
    'Olá Cora,',
    'Dzień dobry,',
    'Dobrý den,',
    'Hej Cora!',
    'Hyvä Cora',
    'Kedves Cora!',
    'Bună ziua,',
    'Καλημέρα σας,',
    'Здравствуйте, Cora!',
    'Доброго дня!',
    'お世話になっております。',
    '您好，',
    'Cora,\n\nDone.',
    'Ms Miller –',
  ])('finds the greeting of %j', (text) => expect(beginsWithGreeting(text, 'Cora Miller')).toBe(true))

  it.each([
    '',
    'Done.',
    'High voltage!',
    'Hi-res images are ready.',
    'Cora, the printer works again.',
    'The printer of Cora works again, and so does everything else that you have written about,',
    'Dagger sales are closed.',
    'First, switch it off.\nHello again',
  ])('finds none in %j', (text) => expect(beginsWithGreeting(text, 'Cora Miller')).toBe(false))
})

describe('the greeting of a mail', () => {
  const greetings = (row: Parameters<typeof notification>[0]) => {
    const { text, html } = notificationMail(notification(row), portal)
    return [text, html].map((part) => part.match(/Hello Cora/g)?.length ?? 0)
  }

  it('is written once, by its author or else by the frame', () => {
    expect(greetings({ message: 'Hello Cora,\n\nDone.' })).toEqual([1, 1])
    expect(greetings({ message: 'Done.' })).toEqual([1, 1])
    expect(greetings({ message: 'Guten Tag,\n\nDone.' })).toEqual([0, 0])
    expect(greetings({ kind: 'status', message: 'solved' })).toEqual([1, 1])
  })

  it('of a forwarded message is that of the agent, not of the customer', () => {
    expect(greetings({ kind: 'forward', note: 'Hello Cora, can you help?', message: 'Help' })).toEqual([1, 1])
    expect(greetings({ kind: 'forward', note: 'Can you help?', message: 'Hello desk' })).toEqual([1, 1])
  })
})
