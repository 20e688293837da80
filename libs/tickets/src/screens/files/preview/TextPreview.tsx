import { Alert, Box, chakra } from '@helpdesk/ui'
import { useEffect, useState } from 'react'
import { breakMarkRuns } from '../../../model/mark-runs'
import { decodeText } from '../../../model/previews'
import { breakShapedRuns } from '../../../model/shaped-runs'
import * as texts from './texts'

/** Shows a text file without interpreting markup. */
export function TextPreview({ blob }: { blob: Blob }) {
  const [content, setContent] = useState<{ text: string; cut: boolean }>()
  useEffect(() => {
    let current = true
    void blob.arrayBuffer().then((bytes) => {
      if (current) setContent(decodeText(new Uint8Array(bytes)))
    })
    return () => {
      current = false
    }
  }, [blob])

  if (!content) return null
  return (
    <Box padding="4">
      {content.cut && <Alert tone="info">{texts.textCut}</Alert>}
      <Lines>{breakShapedRuns(breakMarkRuns(content.text)) || texts.fileEmpty}</Lines>
    </Box>
  )
}

const Lines = chakra('pre', {
  base: { fontFamily: 'mono', fontSize: 'sm', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
})
