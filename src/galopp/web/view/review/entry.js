/** What a page needs to say what every decision of a recorded game cost. */

export { Review } from "../../model/review.js";
import "./card.js";
import "./curve.js";
import "./sheet.js";
import "./summary.js";
