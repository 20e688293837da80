import { expect, it } from 'vitest'
import { afterSessionLoss, type LostSession } from './session-loss'

const atWork: LostSession = { onScreen: true, left: false, recovering: false }

it.each<[string, Partial<LostSession>, 'keep' | 'leave']>([
  ['somebody at work', {}, 'keep'],
  ['nobody there yet', { onScreen: false }, 'leave'],
  ['signed out by themselves', { left: true }, 'leave'],
  ['choosing a new password', { recovering: true }, 'leave'],
])('%s', (_, situation, fate) => expect(afterSessionLoss({ ...atWork, ...situation })).toBe(fate))
