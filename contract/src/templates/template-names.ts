export const templateNames = ['shops', 'facilities', 'hospital'] as const
export type TemplateName = (typeof templateNames)[number]
