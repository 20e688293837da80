import { deferred, ErrorState } from '@helpdesk/ui'
import { useAttachmentFile } from '../../../api/read-attachment'
import { failureText } from '../../../model/errors'
import { previewKind } from '../../../model/previews'
import type { Attachment } from '../../../model/rows'
import { ImagePreview } from './ImagePreview'
import { PreviewLoading } from './PreviewLoading'
import { TextPreview } from './TextPreview'
import * as texts from './texts'

const PdfPreview = deferred(async () => (await import('./PdfPreview')).PdfPreview, <PreviewLoading />).Screen

/** Loads a file and shows it by its kind, or says why it has no preview. */
export function PreviewContent({ attachment, zoom }: { attachment: Attachment; zoom: number }) {
  const kind = previewKind(attachment)
  const file = useAttachmentFile(attachment, kind !== 'none')
  const name = attachment.file_name
  if (kind === 'none') {
    return <ErrorState title={texts.notShown} text={texts.notShownText} />
  }
  if (file.data) {
    if (kind === 'image')
      return <ImagePreview blob={file.data} name={name} type={attachment.file_type} zoom={zoom} />
    if (kind === 'pdf') return <PdfPreview blob={file.data} name={name} zoom={zoom} />
    return <TextPreview blob={file.data} />
  }
  if (file.error) {
    return (
      <ErrorState
        title={texts.loadFailed}
        text={failureText(file.error)}
        onRetry={() => void file.refetch()}
        retrying={file.isFetching}
      />
    )
  }
  return <PreviewLoading />
}
