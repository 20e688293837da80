import { ANY_ID, testRawFailures } from '@helpdesk/tickets/testing/raw-failures'
import { createSavedView } from './create-saved-view'
import { deleteSavedView } from './delete-saved-view'
import { listSavedViews } from './list-saved-views'
import { updateSavedView } from './update-saved-view'

const view = { name: 'Mine', is_shared: false, filter: {} }

testRawFailures([
  ['listSavedViews', listSavedViews],
  ['createSavedView', () => createSavedView(ANY_ID, view)],
  ['updateSavedView', () => updateSavedView(ANY_ID, view)],
  ['deleteSavedView', () => deleteSavedView(ANY_ID)],
])
