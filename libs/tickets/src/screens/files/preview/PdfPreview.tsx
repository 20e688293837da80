import { Alert, Box, ErrorState } from '@helpdesk/ui'
import { useEffect, useState } from 'react'
import { openPdf, type OpenPdf } from './pdf'
import { PdfPage } from './PdfPage'
import { PreviewLoading } from './PreviewLoading'
import * as texts from './texts'

interface PdfPreviewProps {
  blob: Blob
  name: string
  /** 1 fits the width of the window. */
  zoom: number
}

/** Pages that are shown. A PDF of a few bytes may say that it has a million. */
const MAX_PAGES = 200

const failureReason = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException' ? texts.pdfProtected : texts.pdfDamaged

/** The pages of a PDF, drawn one by one as they come into view. */
export function PdfPreview({ blob, name, zoom }: PdfPreviewProps) {
  const [pdf, setPdf] = useState<OpenPdf>()
  const [error, setError] = useState<string>()

  useEffect(() => {
    let close: (() => void) | undefined
    let unmounted = false
    async function open() {
      try {
        const opened = await openPdf(await blob.arrayBuffer())
        close = opened.close
        if (unmounted) close()
        else setPdf(opened)
      } catch (cause) {
        if (!unmounted) setError(failureReason(cause))
      }
    }
    void open()
    return () => {
      unmounted = true
      close?.()
    }
  }, [blob])

  if (error) return <ErrorState title={texts.pdfNotShown} text={error} />
  if (!pdf) return <PreviewLoading />
  return (
    <Box
      style={{ width: `${zoom * 100}%` }}
      maxWidth={zoom > 1 ? undefined : '60rem'}
      marginX="auto"
      padding="2"
    >
      {Array.from({ length: Math.min(pdf.pages, MAX_PAGES) }, (_each, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} name={name} zoom={zoom} />
      ))}
      {pdf.pages > MAX_PAGES && <Alert tone="info">{texts.pdfCut(MAX_PAGES, pdf.pages)}</Alert>}
    </Box>
  )
}
