import { toast } from '@helpdesk/ui'
import { useState } from 'react'
import { downloadMail } from '../../api/download-mail'
import { failureText } from '../../model/errors'
import { MAIL_TEXTS } from './texts'

/** Downloads a mail or a part of it, and says when that fails. */
export function useMailDownload(mailId: string, path: readonly number[], name: string) {
  const [loading, setLoading] = useState(false)
  function start() {
    setLoading(true)
    downloadMail(mailId, path)
      .catch((error: unknown) =>
        toast({ type: 'error', title: MAIL_TEXTS.downloadFailed(name), description: failureText(error) }),
      )
      .finally(() => setLoading(false))
  }
  return { loading, start }
}
