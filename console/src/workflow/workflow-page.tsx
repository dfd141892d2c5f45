import { PageHeader } from '../frame/page-header.tsx'
import { workflowTexts } from '../texts/workflow.ts'

export const WorkflowPage = () => <PageHeader title={workflowTexts.title} />
