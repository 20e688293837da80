import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresConnection } from '@supabase/lite/postgres'
import postgres from 'postgres'
import { isDatabaseUnavailable } from '../http/database-restart'
import { isNode } from './ast'
import { writeComposites, type CompositeNames } from './composites'
import { DataApiError } from './data-api-error'
import { withinLimit } from './response-limit'
import { parseMarked } from './verbatim'

interface RequestState {
  /** The query of its URL. */
  search?: URLSearchParams
  maxAffected?: number
  /** The connection of a statement was lost. */
  lostConnection?: boolean
  /** PostgreSQL ended its transaction, so that another one that waited for the same rows could go on. */
  wasDeadlocked?: boolean
  /** Undoes lite's NULL in the answer for a key that a row did not have, although the default was stored. */
  afterInsert?: () => void
}

const state = new AsyncLocalStorage<RequestState>()

/** Whether a statement of this request lost its connection. lite answers some of these cases with 500. */
export const lostConnection = (): boolean => state.getStore()?.lostConnection === true

/** Whether the transaction of this request gave way to another one: nothing of it happened. */
export const wasDeadlocked = (): boolean => state.getStore()?.wasDeadlocked === true

/** Runs a request, whose statements then share its preferences. */
export const asRequest = <T>(search: URLSearchParams, work: () => T): T => state.run({ search }, work)

/** The query of the request's URL. */
export const requestSearch = (): URLSearchParams => state.getStore()?.search ?? new URLSearchParams()

/**
 * Takes two preferences from lite: `max-affected`, which it counts before the triggers run, where PostgREST counts what the
 * statement changed, and `missing=default`.
 */
export function takePreferences(ast: unknown): void {
  const request = state.getStore()
  if (!request || !isNode(ast) || !isNode(ast.$meta)) return
  const meta = ast.$meta
  if (meta.missing === 'default') request.afterInsert = () => delete meta.columns
  if (meta.handling !== 'strict' || (ast.type !== 'update' && ast.type !== 'delete')) return
  if (typeof meta.maxAffected === 'number') request.maxAffected = meta.maxAffected
  delete meta.maxAffected
}

function checkAffected(text: string, count: number): void {
  const limit = state.getStore()?.maxAffected
  if (limit === undefined || count <= limit || !/^(update|delete) /.test(text)) return
  const message = 'Query result exceeds max-affected preference constraint'
  throw new DataApiError(400, { code: 'PGRST124', message, details: `The query affects ${count} rows` })
}

/** Statements of a request are generated in lower case; those that lite wrote for itself are not. */
const isRequested = (text: string) => /^[a-z]/.test(text)

/** An insert without columns: lite generates `() values ()`. */
const withDefaults = (text: string) =>
  text.replace(/^(insert into [^()]+) \(\) values \(\)/, '$1 default values')

function noteLoss(error: unknown): never {
  const request = state.getStore()
  if (request && isDatabaseUnavailable(error)) request.lostConnection = true
  if (request && error instanceof postgres.PostgresError && error.code === '40P01')
    request.wasDeadlocked = true
  throw error
}

interface Result extends Array<unknown> {
  count: number
}

/** lite runs every statement on a reserved connection. */
export function hookStatements({ driver }: PostgresConnection): void {
  const reserve = driver.reserve.bind(driver)
  const composites: CompositeNames = new Map()
  driver.reserve = async () => {
    const reserved = await reserve().catch(noteLoss)
    const unsafe = reserved.unsafe.bind(reserved)
    let loss: unknown
    const run = async (text: string, ...rest: []): Promise<Result> => {
      // The rollback of a lost connection: postgres.js would answer it only when the pool ends.
      if (loss) throw loss
      const statement = unsafe(withinLimit(withDefaults(text)), ...rest)
      // postgres.js 3.4.9 keeps the text of each failed statement for good, as the key of where it came from.
      Reflect.defineProperty(statement, 'origin', { value: '' })
      const result = await statement.catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) loss = error
        return noteLoss(error)
      })
      checkAffected(text, result.count)
      if (text.startsWith('insert ')) state.getStore()?.afterInsert?.()
      if (isRequested(text)) {
        await writeComposites(result, composites, (query, values) => unsafe(query, values))
        return result
      }
      for (const row of result)
        for (const [name, value] of Object.entries(row)) Reflect.set(row, name, parseMarked(value))
      return result
    }
    Reflect.set(reserved, 'unsafe', run)
    return reserved
  }
}
