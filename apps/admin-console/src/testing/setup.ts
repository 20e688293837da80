import '@helpdesk/staff/testing/setup'
import { addErrorTexts } from '@helpdesk/ui/components/error-text'
import { errorTexts } from '../model/error-texts'

addErrorTexts(errorTexts)
