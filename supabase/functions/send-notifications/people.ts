import { oneLine } from '../_shared/mail-html.ts'
import type { Notification } from './notification.ts'
import * as texts from './texts.ts'

/** How mails name somebody: with their address, unless they are staff. Names alone are their owners' choice. */
export function nameOf(name: string, address: string): string {
  const shown = oneLine(name)
  if (!address) return shown || texts.somebody
  return shown ? `${shown} <${oneLine(address)}>` : oneLine(address)
}

/** The name in From: staff write for the workspace, others through it. */
export function senderName({
  isFromStaff,
  actorName,
  authorAddress,
  kind,
  workspace,
}: Notification): string | undefined {
  const workspaceName = oneLine(workspace.name)
  if (!workspaceName) return undefined
  const person = oneLine(actorName)
  if ((isFromStaff || kind === 'forward') && person) return texts.staffSender(person, workspaceName)
  return authorAddress ? texts.otherSender(oneLine(authorAddress), workspaceName) : workspaceName
}
