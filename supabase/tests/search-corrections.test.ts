import type { TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { rolledBack } from './support/rolled-back'

/** No other word begins so. */
const start = 'zqxjkvwzqx'

/** Sets how many documents contain each word, given by its ending. */
async function know(tx: TransactionSql, documents: Record<string, number>): Promise<void> {
  for (const [ending, docs] of Object.entries(documents))
    await tx`insert into private.search_words (word, docs, stem_en, stem_de) values (${start + ending}, ${docs}, '', '')
      on conflict (word) do update set docs = excluded.docs`
}

/** The ending of the word that replaces one with the typed ending, or null. */
async function correct(tx: TransactionSql, typed: string, isLast: boolean): Promise<string | null> {
  const [row] = await tx`select private.correct_for_staff(${start + typed}, ${isLast}) as word`
  return row?.word ? String(row.word).slice(start.length) : null
}

describe('corrections for staff', () => {
  it('takes a letter typed twice and another vowel for likelier errors than another letter', () =>
    rolledBack(async (tx) => {
      await know(tx, { amne: 60 })
      expect(await correct(tx, 'amme', true)).toBe('amne')
      await know(tx, { omme: 16 })
      expect(await correct(tx, 'amme', true)).toBe('omme')
      await know(tx, { ame: 4 })
      expect(await correct(tx, 'amme', true)).toBe('ame')
    }))

  it('replaces a word that stands nowhere by a word of one ticket, and a known word by none so rare', () =>
    rolledBack(async (tx) => {
      await know(tx, { osaurus: 1 })
      expect(await correct(tx, 'osuarus', true)).toBe('osaurus')
      await know(tx, { osuarus: 1 })
      expect(await correct(tx, 'osuarus', true)).toBeNull()
    }))

  it('leaves a known word alone unless a neighbour is ten times as frequent', () =>
    rolledBack(async (tx) => {
      await know(tx, { hat: 5, heat: 50 })
      expect(await correct(tx, 'hat', false)).toBeNull()
      await know(tx, { heat: 51 })
      expect(await correct(tx, 'hat', false)).toBe('heat')
      await know(tx, { heat: 3, hut: 250 })
      expect(await correct(tx, 'hat', false)).toBeNull()
      await know(tx, { hut: 251 })
      expect(await correct(tx, 'hat', false)).toBe('hut')
      await know(tx, { hut: 3, han: 1000 })
      expect(await correct(tx, 'hat', false)).toBeNull()
      await know(tx, { han: 1001 })
      expect(await correct(tx, 'hat', false)).toBe('han')
    }))
})
