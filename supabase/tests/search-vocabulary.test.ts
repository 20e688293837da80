import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket } from './support/backend'
import { rolledBack } from './support/rolled-back'

const newWords = (count: number) =>
  Array.from({ length: count }, () => `w${randomUUID().replaceAll('-', '')}`)

/** Runs both at once. @returns the errors of those that failed */
const failuresOf = async (both: [PromiseLike<unknown>, PromiseLike<unknown>]) =>
  (await Promise.allSettled(both)).flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  )

describe('the vocabulary of search', () => {
  it('learns the same new words in two transactions without a deadlock', async () => {
    const learn = (words: string[]) =>
      db`select private.learn_words(${words}::text[], ${words.map(() => 1)}::integer[])`.execute()
    for (let round = 0; round < 5; round++) {
      const words = newWords(2_000)
      expect(await failuresOf([learn(words), learn(words.toReversed())])).toEqual([])
      const [row] =
        await db`select count(*)::int as known from private.search_words where word = any (${words}::text[])`
      expect(row?.known).toBe(words.length)
    }
  })

  it('takes the same new words from concurrent comments', async () => {
    const { owner, agent } = await createUsers()
    const [one, other] = [await insertTicket(owner), await insertTicket(owner)]
    const comment = (ticket: string, words: string[]) =>
      db`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${agent.id}, ${words.join(' ')})`.execute()
    for (let round = 0; round < 10; round++) {
      const words = newWords(50)
      expect(await failuresOf([comment(one, words), comment(other, words.toReversed())])).toEqual([])
    }
  })

  it.each(['n:', 'u:', 'e='])(
    'names up to 100 tokens %s that begin so, and asks the index for more',
    async (kind) => {
      const [start] = newWords(1)
      const asked = async (tx: TransactionSql) => {
        const [row] = await tx`select private.search_query(${start!}, null)::text as query`
        return String(row?.query)
      }
      await rolledBack(async (tx) => {
        await tx`insert into private.search_names select ${kind + start} || n from generate_series(1, 100) n`
        expect(await asked(tx)).toContain(`${kind}${start}100`)
        expect(await asked(tx)).not.toContain(':*')
        await tx`insert into private.search_names values (${`${kind}${start}101`})`
        expect(await asked(tx)).toContain(`'${kind}${start}':*`)
      })
    },
  )
})
