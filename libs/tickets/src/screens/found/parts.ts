// One chunk: a search shows most of them.
export { CorrectionNotice } from './CorrectionNotice'
export { FoundLine } from './FoundLine'
export { Marked } from './Marked'
