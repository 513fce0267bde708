/** Closed value lists of the customer resource (specification, part 2). */
export const kycStatuses = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'] as const;
export const taxIdTypes = ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] as const;
export const sourceOfFundsCategories = [
  'SALARY',
  'SELF_EMPLOYMENT_INCOME',
  'INVESTMENT_INCOME',
  'PENSION',
  'RENTAL_INCOME',
  'GIFT',
  'INHERITANCE',
  'LOAN',
  'SAVINGS',
  'SALE_OF_ASSETS',
  'OTHER',
] as const;
export const sourceOfWealthCategories = [
  'SALARY',
  'BUSINESS_INCOME',
  'INVESTMENTS',
  'INHERITANCE',
  'PROPERTY_SALE',
  'GIFT',
  'RETIREMENT',
  'SAVINGS',
  'OTHER',
] as const;
export const purposesOfAccount = [
  'CONTRACTOR_PAYOUTS',
  'CREATOR_PAYOUTS',
  'EMPLOYEE_PAYOUTS',
  'MARKETPLACE_SELLER_PAYOUTS',
  'SUPPLIER_PAYMENTS',
  'CROSS_BORDER_B2B',
  'AR_AUTOMATION',
  'AP_AUTOMATION',
  'EMBEDDED_PAYMENTS',
  'PLATFORM_FEE_COLLECTION',
  'P2P_TRANSFERS',
  'CHARITABLE_DONATIONS',
  'OTHER',
] as const;
export const monthlyTransactionCounts = [
  'COUNT_UNDER_10',
  'COUNT_10_TO_100',
  'COUNT_100_TO_500',
  'COUNT_500_TO_1000',
  'COUNT_OVER_1000',
] as const;
export const monthlyTransactionVolumes = [
  'VOLUME_UNDER_10K',
  'VOLUME_10K_TO_100K',
  'VOLUME_100K_TO_1M',
  'VOLUME_1M_TO_10M',
  'VOLUME_OVER_10M',
] as const;
export const annualIncomeRanges = [
  'UNDER_50K',
  'RANGE_50K_100K',
  'RANGE_100K_250K',
  'RANGE_250K_1M',
  'OVER_1M',
] as const;
export const netWorthRanges = [
  'UNDER_100K',
  'RANGE_100K_500K',
  'RANGE_500K_1M',
  'RANGE_1M_5M',
  'RANGE_5M_25M',
  'OVER_25M',
] as const;
export const pepStatuses = ['NONE', 'DOMESTIC', 'FOREIGN', 'HIO', 'FAMILY_OR_ASSOCIATE'] as const;
