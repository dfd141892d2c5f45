import { Text } from '@mantine/core'
import { ShownOnce } from '../kit/dialogs/shown-once.tsx'
import { CopyField } from '../kit/forms/copy-field.tsx'
import { keyTexts } from '../texts/keys.ts'
import type { FreshKey } from './key-dialog.tsx'
import { useCurlLine } from './use-curl-line.ts'

const texts = keyTexts.shown

/** New API key and a curl command to try it, shown once. */
export function FreshKeyFields({ fresh, onStored }: { fresh: FreshKey; onStored: () => void }) {
  const curl = useCurlLine(fresh)
  return (
    <ShownOnce warning={texts.warning} storedLabel={texts.stored} onStored={onStored}>
      <CopyField label={texts.key} copyLabel={texts.copyKey} value={fresh.key} isFirst />
      <CopyField label={texts.curl} description={hintFor(fresh)} copyLabel={texts.copyCurl} value={curl ?? ''} />
      {fresh.oldWorksUntil && <Text>{texts.oldKeyUntil(fresh.oldWorksUntil)}</Text>}
      {fresh.oldWorksUntil === null && <Text>{texts.oldKeyEnded}</Text>}
    </ShownOnce>
  )
}

const hintFor = ({ scopes }: FreshKey): string =>
  texts.curlHint[scopes.includes('write') ? 'write' : scopes.includes('read') ? 'read' : 'webhooks']
