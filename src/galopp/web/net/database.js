/** What is asked of the browser's own database, as promises. */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const answered = (request) => new Promise((settle, fail) => {
  request.onsuccess = () => settle(request.result);
  request.onerror = () => fail(request.error);
});

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
export const done = (transaction) => new Promise((settle, fail) => {
  transaction.oncomplete = () => settle();
  transaction.onabort = transaction.onerror = () => fail(transaction.error);
});
