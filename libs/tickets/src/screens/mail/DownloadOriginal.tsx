import { Button, DownloadIcon } from '@helpdesk/ui'
import { MAIL_TEXTS } from './texts'
import { useMailDownload } from './use-mail-download'

/** Downloads the original of a received mail. */
export function DownloadOriginal({ mailId }: { mailId: string }) {
  const { loading, start } = useMailDownload(mailId, [], MAIL_TEXTS.theOriginal)
  return (
    <Button size="sm" variant="ghost" color="fg.muted" marginX="-2" loading={loading} onClick={start}>
      <DownloadIcon size={14} />
      {MAIL_TEXTS.downloadOriginal}
    </Button>
  )
}
