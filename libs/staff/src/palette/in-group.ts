import type { Command, CommandGroup } from './command'

type Group = Omit<Command, 'group'>[]
/** Puts commands into one group of the palette. */
export const inGroup = (group: CommandGroup, commands: Group): Command[] =>
  commands.map((command) => ({ ...command, group }))
