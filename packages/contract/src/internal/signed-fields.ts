/**
 * The fields of every signed operation that a person can be shown, by their path without the numbers
 * of lists. Tests compare them with the rows of the contract; they are repeated here because those
 * are schemas, which the wallet does not load. A quote's are what it was asked with and what the
 * service adds to that, which the text to sign can repeat.
 */
export const signedFields = {
  'cards.update': 'id state fundingSources',
  'credentials.create':
    'type accountId challenge nickname oidcToken attestation/credentialId attestation/clientDataJson attestation/attestationObject attestation/transports',
  'credentials.revoke': 'id',
  'customers.update':
    'customerId customerType currencies email phoneNumber umaAddress kycStatus fullName birthDate nationality taxIdType taxIdentifier taxIdCountryOfIssuance sourceOfFundsCategories sourceOfFundsOtherDescription sourceOfWealthCategories sourceOfWealthOtherDescription purposeOfAccount purposeOfAccountOtherDescription expectedMonthlyTransactionCount expectedMonthlyTransactionVolume annualIncomeRange netWorthRange pepStatus kybStatus address/line1 address/line2 address/city address/state address/postalCode address/country businessInfo/legalName businessInfo/country businessInfo/incorporatedOn businessInfo/taxId businessInfo/doingBusinessAs businessInfo/registrationNumber businessInfo/entityType businessInfo/countriesOfOperation businessInfo/businessType businessInfo/purposeOfAccount businessInfo/purposeOfAccountOtherDescription businessInfo/sourceOfFunds businessInfo/sourceOfFundsCategories businessInfo/sourceOfFundsOtherDescription businessInfo/expectedMonthlyTransactionCount businessInfo/expectedMonthlyTransactionVolume businessInfo/expectedRecipientJurisdictions businessInfo/expectedCounterpartyCountries businessInfo/naicsCode businessInfo/primaryContactFirstName businessInfo/primaryContactLastName',
  'delegatedKeys.create': 'cardId internalAccountId nickname',
  'internalAccounts.export': 'id clientPublicKey',
  'internalAccounts.update': 'id privateEnabled',
  'quotes.execute':
    'quoteId lookupId source/sourceType source/accountId source/customerId source/currency source/cryptoNetwork destination/destinationType destination/accountId destination/paymentRail destination/umaAddress destination/currency lockedCurrencySide lockedCurrencyAmount immediatelyExecute description remittanceInformation purposeOfPayment platformFeeOverride/platformFixedFee/amount platformFeeOverride/platformFixedFee/currency platformFeeOverride/platformVariableFeeBps scaFactor senderCustomerInfo sendingCurrency/code sendingCurrency/name sendingCurrency/symbol sendingCurrency/decimals receivingCurrency/code receivingCurrency/name receivingCurrency/symbol receivingCurrency/decimals totalSendingAmount totalReceivingAmount exchangeRate feesIncluded platformFeesIncluded transactionId expiresAt',
  'sessions.refresh': 'id clientPublicKey',
  'sessions.revoke': 'id',
} as const;

/** The name of a signed operation. */
export type ShownOperation = keyof typeof signedFields;
