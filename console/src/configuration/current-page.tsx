import { PageHeader } from '../frame/page-header.tsx'
import { configurationTexts } from '../texts/configuration.ts'

export const ConfigurationPage = () => <PageHeader title={configurationTexts.current.title} />
