/** Random sequences of merges, splits, messages, mails and deletions against a small model: who reads which message. */
import { connectAs } from '@helpdesk/testing/connect-as'
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, db, stack, type TestUser } from './support/backend'
import { MergeModel } from './support/merge-model'

/** HELPDESK_MERGE_SEQUENCES=2000 takes minutes; HELPDESK_MERGE_SEED repeats a sequence of another run. */
const sequences = Number(process.env.HELPDESK_MERGE_SEQUENCES ?? 60)
const firstSeed = Number(process.env.HELPDESK_MERGE_SEED ?? 1)
/** New people: a sender may mail 200 times an hour. */
const perPeople = 40

interface Actor extends TestUser {
  sql: postgres.Sql
}
let agent: Actor
let customers: Actor[] = []

const actor = async (role: 'customer' | 'agent', name: string): Promise<Actor> => {
  const user = await createUser(role, name)
  return { ...user, sql: await connectAs(stack, user.id) }
}
const leave = () => Promise.all(customers.map(({ sql }) => sql.end()))

beforeAll(async () => {
  agent = await actor('agent', 'Ada Agent')
})
afterAll(async () => {
  await leave()
  await agent.sql.end()
})

/** A seeded random number generator. */
function dice(seed: number) {
  let state = seed * 7919 + 17
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * n)
  }
}

class Sequence {
  readonly model = new MergeModel()
  readonly ids: string[] = []
  readonly numbers: string[] = []
  readonly log: string[] = []
  private words = 0
  constructor(private readonly below: (n: number) => number) {}

  private word = () => `w${this.words++}x${randomUUID().slice(0, 8)}`
  private pick = <T>(list: readonly T[]): T => list[this.below(list.length)] as T

  async open() {
    const owner = this.pick(customers)
    const word = this.word()
    const [row] = await db<{ id: string; number: string }[]>`
      insert into public.tickets (subject, description, created_by, customer_id)
      values ('A random matter', ${`${word} is its description`}, ${owner.id}, ${owner.id}) returning id, number`
    this.ids.push(String(row?.id))
    this.numbers.push(String(row?.number))
    this.model.open(owner.id, word)
  }

  private async write(author: Actor, index: number, isNote: boolean) {
    const word = this.word()
    await db.begin(async (tx) => {
      await tx`select private.act_as(${author.id})`
      await tx`insert into public.comments (ticket_id, user_id, content, is_internal)
        values (${this.ids[index] ?? ''}, ${author.id}, ${word}, ${isNote})`
    })
    this.model.write(word, index, isNote, author === agent ? null : author.id)
  }

  private async mail(author: Actor, index: number) {
    const word = this.word()
    const id = randomUUID()
    await db`select public.receive_mail(jsonb_build_object('recipient', private.reply_address(${this.ids[index] ?? ''}),
      'message_id', ${id}::text, 'from', jsonb_build_object('address', ${author.email}::text, 'name', ''),
      'subject', 'Re: A random matter', 'content', ${word}::text, 'content_hash', encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex'),
      'authentication', 'pass'))`
    if (this.model.mayWrite(author.id, index)) this.model.write(word, index, false, author.id)
  }

  /** Every second one is likely to be allowed: it chooses what one person reads. */
  private async split(index: number) {
    const choices = this.model.choices(index)
    if (choices.length === 0) return
    const start = this.below(choices.length)
    const isLucky = this.below(2) === 0
    const first = choices.slice(start).find(({ author, isNote }) => !isLucky || (author !== null && !isNote))
    const chosen = choices
      .slice(start)
      .filter((each) => each === first || (this.below(3) === 0 && (!isLucky || each.at > (first?.at ?? 0))))
    if (chosen.length === 0) return
    this.log.push(`split ${chosen.map(({ word }) => word).join(' ')}`)
    const [row, refused] = await agent.sql<{ made: { id: string; number: number } }[]>`
      select public.split_ticket(${this.ids[index] ?? ''}, (select array_agg(c.id) from public.comments c
        where c.content = any (${chosen.map(({ word }) => word)})), 'A random part') as made`.then(
      ([made]) => [made, undefined] as const,
      (error: { message: string }) => [undefined, error.message] as const,
    )
    expect(row !== undefined, `${refused ?? 'split'}\n${this.log.join('\n')}`).toBe(this.model.split(chosen))
    if (!row) return
    this.ids.push(row.made.id)
    this.numbers.push(String(row.made.number))
  }

  private async undoSplit() {
    if (this.model.splits.length === 0) return
    const split = this.pick(this.model.splits)
    this.log.push(`undo split ${split.ticket}`)
    const failure = await agent.sql`select public.undo_split(${this.ids[split.ticket] ?? ''})`.then(
      () => undefined,
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    )
    expect(failure, this.log.join('\n')).toEqual(
      this.model.undoSplit(split) ? undefined : expect.stringMatching(/^PT4/),
    )
  }

  async step() {
    const [index, other] = [this.below(this.ids.length), this.below(this.ids.length)]
    const what = this.pick([
      ...['merge', 'merge', 'merge', 'unmerge'],
      ...['split', 'split', 'split', 'split', 'undo split', 'undo split'],
      ...['say', 'say', 'say', 'answer', 'note', 'mail', 'mail', 'forget', 'delete'],
    ] as const)
    if (what === 'delete' && this.below(4) > 0) return
    const author = this.pick(customers)
    this.log.push(`${what} ${index} ${other} ${customers.indexOf(author)}`)
    if (!this.model.exists(index)) return
    const id = this.ids[index] ?? ''
    switch (what) {
      case 'merge':
        if (!this.model.exists(other)) return
        await agent.sql`select public.merge_tickets(${id}, ${this.ids[other] ?? ''})`.catch(({ code }) =>
          expect(code, this.log.join('\n')).toBe('PT409'),
        )
        return void this.model.merge(index, other)
      case 'unmerge':
        await agent.sql`select public.unmerge_ticket(${id})`
        return this.model.unmerge(index)
      case 'split':
        return this.split(index)
      case 'undo split':
        return this.undoSplit()
      case 'say':
        return this.model.mayWrite(author.id, index) ? this.write(author, index, false) : undefined
      case 'answer':
        return this.write(agent, index, false)
      case 'note':
        return this.write(agent, index, true)
      case 'mail':
        return this.mail(author, index)
      case 'forget': {
        const message = this.pick(this.model.messages)
        if (message.isDescription) return
        await db`delete from public.comments where content = ${message.word}`
        return this.model.deleteMessage(message)
      }
      case 'delete':
        await db`delete from public.tickets where id = ${id}`
        return this.model.deleteTicket(index)
    }
  }

  /** Everything that somebody reads, compared with the model. */
  async check(reader: Actor) {
    const why = () => `${reader.email}\n${this.log.join('\n')}`
    const person = reader === agent ? null : reader.id
    const all = [...this.ids.keys()]
    const comments = await reader.sql<{ content: string }[]>`
      select content from public.comments where ticket_id = any (${this.ids}::uuid[])`
    const referred = await reader.sql<{ number: string }[]>`
      select number from public.ticket_references(${this.numbers}::bigint[])`
    expect(
      referred.map(({ number }) => number),
      why(),
    ).toEqual(
      this.numbers.filter(
        (_, index) =>
          this.model.exists(index) && (person === null || this.model.readsSince(person, index) !== undefined),
      ),
    )
    const described = new Set(
      this.model.messages.filter(({ isDescription }) => isDescription).map(({ word }) => word),
    )
    expect(comments.map(({ content }) => content).sort(), why()).toEqual(
      this.model.words(person, all).filter((word) => !described.has(word)),
    )
    const details = await reader.sql<{ id: string; shown: object | null }[]>`
      select k.id, public.get_ticket_detail(k.id) as shown from unnest(${this.ids}::uuid[]) k (id)`
    for (const [index, id] of this.ids.entries()) {
      const shown = details.find((row) => row.id === id)?.shown ?? null
      const isRead =
        this.model.exists(index) && (person === null || this.model.readsSince(person, index) !== undefined)
      expect(shown !== null, why()).toBe(isRead)
      if (!shown) continue
      const { ticket, comments, merged } = shown as Record<string, unknown>
      const texts = JSON.stringify([(ticket as { description: string }).description, comments, merged])
      expect([...new Set(texts.match(/w\d+x[0-9a-f]{8}/g))].sort(), why()).toEqual(
        this.model.words(person, this.model.cluster(index)),
      )
      // Nor anywhere else in the answer, such as in the preview of the last message.
      const everything = new Set(JSON.stringify(shown).match(/w\d+x[0-9a-f]{8}/g))
      expect(
        [...everything].filter((word) => !texts.includes(word)),
        why(),
      ).toEqual([])
    }
    const rows = await reader.sql<{ id: string }[]>`select id from public.list_tickets('{}', max_rows => 100)`
    const own = all.filter(
      (each) => this.model.exists(each) && (person === null || this.model.tickets[each]?.owner === person),
    )
    expect(
      rows
        .map(({ id }) => id)
        .filter((id) => this.ids.includes(id))
        .sort(),
      why(),
    ).toEqual([...new Set(own.map((each) => this.ids[this.model.root(each)] ?? ''))].sort())
    // Mails that would be sent now, and a search by each word.
    const mails = await db<{ contents: object }[]>`
      select private.mail_contents(o, 'desk.example') as contents from public.notification_outbox o
      where o.ticket_id = any (${this.ids}::uuid[]) and o.recipient_email = ${reader.email}
        and o.sent_at is null and o.dropped_at is null and private.mail_refusal(o) is null`
    const read = this.model.words(person, all)
    for (const { contents } of mails)
      for (const word of JSON.stringify(contents).match(/w\d+x[0-9a-f]{8}/g) ?? [])
        expect(read, `a mail with ${word}: ${why()}`).toContain(word)
    const { word } = this.pick(this.model.messages)
    const found = await reader.sql<{ row: object }[]>`
      select to_jsonb(s) as row from public.search_tickets(${reader.sql.json({ text: word, as_typed: true })}) s`
    if (!read.includes(word)) expect(JSON.stringify(found.map(({ row }) => row)), why()).not.toContain(word)
    if (person === null && read.includes(word))
      expect(found.length, `${word}: ${JSON.stringify([found, this.ids])} ${why()}`).toBe(1)
  }
}

it(`${sequences} random sequences show each message to exactly its readers`, async () => {
  const done = { splits: 0, undone: 0 }
  for (let n = 0; n < sequences; n++) {
    if (n % perPeople === 0) {
      await leave()
      customers = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => actor('customer', name)))
    }
    const seed = firstSeed + n
    const below = dice(seed)
    const sequence = new Sequence(below)
    sequence.log.push(`seed ${seed}`)
    for (let k = 0; k < 3 + below(3); k++) await sequence.open()
    for (let left = 8 + below(14); left > 0; left--) await sequence.step()
    done.splits += sequence.model.splits.length
    done.undone += sequence.model.splits.filter(({ isUndone }) => isUndone).length
    for (const reader of [...customers, agent]) await sequence.check(reader)
    await db`delete from public.tickets where id = any (${sequence.ids}::uuid[])`
  }
  // Both are allowed often enough to be tried.
  console.log(`Splits: ${done.splits}, undone: ${done.undone}`)
  expect(done.splits).toBeGreaterThan(sequences / 5)
  expect(done.undone).toBeGreaterThan(sequences / 20)
}, 1_200_000)
