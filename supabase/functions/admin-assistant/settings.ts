import type { ProjectEnvironment } from '../_shared/api-keys.ts'
import { LIMITS } from './limits.ts'
import type { ModelSettings } from './model.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment {
  /** Any OpenAI-compatible endpoint, such as `https://api.example.com/v1`. Unset: built-in rules. */
  AI_BASE_URL?: string
  AI_API_KEY?: string
  AI_MODEL?: string
  /** Tokens per answer, 4,000 by default. */
  AI_MAX_TOKENS?: string
  /** Seconds per question including tool calls, 60 by default. */
  AI_TIME_LIMIT?: string
}

const positive = (text: string | undefined, otherwise: number) => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : otherwise
}

/** @returns null when no model is configured */
export function modelSettings(env: Environment): ModelSettings | null {
  const baseURL = env.AI_BASE_URL?.trim().replace(/(?<!\/)\/+$/, '')
  const model = env.AI_MODEL?.trim()
  if (!baseURL || !model) return null
  const outputTokens = Math.round(positive(env.AI_MAX_TOKENS, LIMITS.outputTokens))
  return { baseURL, model, apiKey: env.AI_API_KEY?.trim() || undefined, outputTokens }
}

/** In milliseconds. */
export const timeLimit = (env: Environment): number => positive(env.AI_TIME_LIMIT, LIMITS.time / 1000) * 1000
