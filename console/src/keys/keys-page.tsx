import { PageHeader } from '../frame/page-header.tsx'
import { keyTexts } from '../texts/keys.ts'

export const KeysPage = () => <PageHeader title={keyTexts.title} />
