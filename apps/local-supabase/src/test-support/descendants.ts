import { readFileSync } from 'node:fs'

export interface Descendant {
  pid: number
  command: string
}

/** Running processes that this one has started, with their descendants. Linux only. */
export function descendants(pid: number): Descendant[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.map(Number).flatMap((child) => {
    const command = readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return [{ pid: child, command }, ...descendants(child)]
  })
}
