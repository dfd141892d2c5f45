import type { Template } from './template.ts'

/** Template for hospital wards and care homes. */
export const hospital: Template = {
  forms: [
    {
      name: 'Standard',
      fields: {
        name: { rule: 'required' },
        typeId: { rule: 'required' },
        priority: { rule: 'optional', default: 'NORMAL' },
        occurredAt: { rule: 'optional', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
    {
      name: 'Patient safety',
      fields: {
        name: { rule: 'required' },
        description: { rule: 'required' },
        typeId: { rule: 'required' },
        categoryId: { rule: 'required' },
        priority: { rule: 'optional', default: 'MAJOR' },
        occurredAt: { rule: 'required', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
    {
      name: 'Staff safety',
      fields: {
        name: { rule: 'required' },
        description: { rule: 'required' },
        typeId: { rule: 'required' },
        categoryId: { rule: 'required' },
        priority: { rule: 'optional', default: 'NORMAL' },
        occurredAt: { rule: 'required', default: 'now' },
        coordinates: { rule: 'hidden' },
      },
    },
  ],
  types: [
    { name: 'Fall', categories: ['From a bed', 'While walking', 'In a bathroom'], form: 'Patient safety' },
    {
      name: 'Medication',
      categories: ['Wrong medicine', 'Wrong dose', 'Missed dose', 'Reaction'],
      form: 'Patient safety',
    },
    {
      name: 'Blood and samples',
      categories: ['Wrong label', 'Lost sample', 'Late result', 'Transfusion'],
      form: 'Patient safety',
    },
    {
      name: 'Identity and records',
      categories: ['Wrong patient', 'Missing notes', 'Breach of privacy'],
      form: 'Patient safety',
    },
    {
      name: 'Infection control',
      categories: ['Outbreak', 'Isolation breach', 'Contaminated equipment'],
      form: 'Patient safety',
    },
    { name: 'Pressure injury', categories: ['Found on admission', 'Developed here'], form: 'Patient safety' },
    {
      name: 'Staff accident',
      categories: ['Needlestick', 'Lifting', 'Slip or fall', 'Exposure'],
      form: 'Staff safety',
    },
    { name: 'Aggression', categories: ['Verbal', 'Physical', 'Damage to property'], form: 'Staff safety' },
    { name: 'Medical equipment', categories: ['Infusion pump', 'Monitor', 'Ventilator', 'Bed or hoist'] },
    { name: 'Gases and power', categories: ['Oxygen', 'Suction', 'Power'] },
    { name: 'Supplies', categories: ['Out of stock', 'Past its date', 'Wrong delivery'] },
    { name: 'IT and phones', categories: ['System down', 'Sign-in', 'Nurse call', 'Phone or pager'] },
    { name: 'Building', categories: ['Heating and cooling', 'Lighting', 'Water', 'Lift'] },
    { name: 'Cleaning and waste', categories: ['Spill', 'Room not ready', 'Clinical waste', 'Linen'] },
  ],
  states: [
    { name: 'Reported', next: ['Triaged', 'In progress', 'Resolved', 'Closed'] },
    { name: 'Triaged', next: ['In progress', 'Resolved', 'Closed'] },
    { name: 'In progress', next: ['Triaged', 'Resolved', 'Closed'] },
    { name: 'Resolved', next: ['In progress', 'Closed'] },
    { name: 'Closed', next: ['Triaged'], isFinal: true },
  ],
}
